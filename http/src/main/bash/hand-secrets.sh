# Every program of this user can read the environment that a process was started with. So the secrets leave it here,
# and the node gets them in an open file without a name (HandedSecrets.java).
hand_secrets() {
  local name handed=
  for name in MILLRACE_ADMIN_TOKEN MILLRACE_SECRET_KEY MILLRACE_DB_URL MILLRACE_DB_PASSWORD MILLRACE_WEBHOOK_SECRET \
    MILLRACE_CLUSTER_SECRET; do
    if [ -n "${!name+set}" ]; then
      handed+="$name=${!name}"$'\x1e'
      unset "$name"
    fi
  done
  unset MILLRACE_SECRETS_FD
  if [ -n "$handed" ]; then
    exec 9<<<"$handed"
    export MILLRACE_SECRETS_FD=9
  fi
}
hand_secrets
