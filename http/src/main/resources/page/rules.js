// Rules in words, so that a tick is good: what holds if the rule passes, and what blocks if it does not.
import { words } from './words.js';

const TEXTS = {
  'provider-blacklisted': ['provider allowed', 'provider blacklisted'],
  'site-not-supported': ['site supported', 'site no longer supported'],
  'site-in-maintenance': ['site not in maintenance', 'site in maintenance'],
  'being-migrated': ['not being migrated', 'being migrated'],
  'interaction-needed': ['no user action needed', 'user action needed'],
  'disabled-until-update': ['enabled', 'disabled until it is saved'],
  'recently-required-mfa': ['no second factor wanted lately', 'second factor wanted lately'],
  'recently-refreshed': ['not refreshed just now', 'refreshed just now'],
  'already-queued-or-running': ['not queued or running', 'already queued or running'],
};

export function ruleText({ rule, passes }) {
  const [good, bad] = TEXTS[rule] ?? [`not ${words(rule)}`, words(rule)];
  return passes ? good : bad;
}
