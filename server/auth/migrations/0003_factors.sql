-- Second factors, phones as a way in, and codes that prove once more who is there.

alter table auth.users
  add column phone_change text,
  add column phone_change_sent_at timestamptz,
  add column reauthentication_sent_at timestamptz;

alter table auth.one_time_tokens
  drop constraint one_time_tokens_token_type_check,
  add constraint one_time_tokens_token_type_check check (token_type in (
    'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current',
    'reauthentication_token', 'phone_confirmation_token', 'phone_login_token', 'phone_change_token'
  ));
comment on table auth.one_time_tokens is
  'A link and an independent six-digit code for one message; both only as HMACs. Text messages carry the code alone';
comment on column auth.one_time_tokens.relates_to is 'The mail address or phone number the message went to';

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  phone text,
  secret bytea,
  last_totp_step bigint,
  credential_id text,
  credential_public_key bytea,
  credential_sign_count bigint,
  credential_transports text[],
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.mfa_factors.secret is 'TOTP: AES-256-GCM, bound to the factor''s id';
comment on column auth.mfa_factors.last_totp_step is 'The step of the last code that was accepted; none up to it is accepted again';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
create unique index mfa_factors_name_key on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create unique index mfa_factors_credential_key on auth.mfa_factors (credential_id);
create unique index mfa_factors_recovery_key on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  code_hash bytea,
  webauthn jsonb,
  attempts smallint not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table auth.mfa_challenges is 'Answered once, within minutes, by the session that asked';
comment on column auth.mfa_challenges.code_hash is 'Phone: HMAC of the code that was sent';
comment on column auth.mfa_challenges.webauthn is 'What the authenticator has to sign, and for whom';
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_session_id_idx on auth.mfa_challenges (session_id);

create table auth.mfa_recovery_codes (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  unique (factor_id, code_hash)
);
comment on table auth.mfa_recovery_codes is 'Each stands in for a second factor once; kept as HMACs';

comment on column auth.sessions.amr is
  'How the person proved who they are: [{"method", "timestamp", "factor_id"?}], newest first';

-- As in 0001: nobody but the service's own role gets anything.
do $$
declare
  name text;
begin
  foreach name in array array['mfa_factors', 'mfa_challenges', 'mfa_recovery_codes'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('create policy service on auth.%I to kinora_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to kinora_auth', name);
  end loop;
end
$$;
