// What can be done with a user-site or a collection, in lists and details.
import { post } from './api.js';

const part = encodeURIComponent;

/** Its address in the API. */
export const pathOf = ({ kind, source, collection }) =>
  kind === 'user-site' ? `/user-sites/${part(collection)}` : `/sources/${part(source)}/collections/${part(collection)}`;

export const refreshNow = ({ kind, source, collection }) =>
  post(kind === 'user-site' ? `${pathOf({ kind, collection })}/refresh` : `/tasks?${new URLSearchParams({ source, collection })}`);

export const enable = (row) => post(`${pathOf(row)}/enable`);
