-- The auth service's own schema. Names of tables and columns follow Supabase where it has them, so that
-- policies, triggers and tools written for it also work here.

create schema if not exists auth;

-- Roles belong to the whole cluster: another database may create them at the same moment.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'kinora_worker', 'kinora_auth'] loop
    begin
      if not exists (select from pg_roles where rolname = wanted) then
        execute format('create role %I nologin noinherit', wanted);
      end if;
    exception
      when duplicate_object or unique_violation then null;
    end;

    -- The login role becomes one of these for each transaction (`set local role`).
    begin
      execute format('grant %I to current_user', wanted);
    exception
      when others then
        -- A concurrent grant of the same membership is as good as ours; anything else is not.
        if not pg_has_role(current_user, wanted, 'member') then raise; end if;
    end;
  end loop;
end
$$;

create table auth.users (
  id uuid primary key,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (email = lower(email)),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text check (email_change = lower(email_change)),
  email_change_sent_at timestamptz,
  phone text unique,
  phone_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_anonymous boolean not null default false,
  is_sso_user boolean not null default false,
  banned_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on column auth.users.encrypted_password is 'argon2id, in PHC string format';

-- Single sign-on may bring the same address from several organisations.
create unique index users_email_key on auth.users (email) where not is_sso_user;

create table auth.identities (
  id uuid primary key,
  provider_id text not null,
  provider text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null,
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null,
  refresh_token_hmac_key bytea not null,
  refresh_token_counter bigint not null default 0,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  refreshed_at timestamptz
);
comment on column auth.sessions.amr is 'How the person proved who they are: [{"method", "timestamp"}], newest first';
comment on column auth.sessions.refresh_token_hmac_key is 'AES-256-GCM, bound to the session''s id';
create index sessions_user_id_idx on auth.sessions (user_id);

create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null check (token_type in (
    'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current'
  )),
  relates_to text not null,
  token_hash bytea not null unique,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);
comment on table auth.one_time_tokens is 'A link and an independent six-digit code for one mail; both only as HMACs';
comment on column auth.one_time_tokens.relates_to is 'The address the mail went to';
comment on column auth.one_time_tokens.attempts is 'Guesses of the code; the link is not affected by them';
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to, token_type);

create table auth.audit_log_entries (
  id uuid primary key,
  user_id uuid,
  payload jsonb not null,
  ip_address text not null default '',
  created_at timestamptz not null default now()
);
comment on column auth.audit_log_entries.user_id is 'Whose account; kept after the account is gone';
create index audit_log_entries_user_id_idx on auth.audit_log_entries (user_id, created_at desc);

-- The layout is that of rate-limiter-flexible. Unlogged: a crash may forget counters, not accounts.
create unlogged table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire_idx on auth.rate_limits (expire);

-- Nobody but the service's own role gets anything: no grant, and no policy for anybody else.
do $$
declare
  name text;
begin
  for name in select tablename from pg_tables where schemaname = 'auth' loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('create policy service on auth.%I to kinora_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to kinora_auth', name);
  end loop;
end
$$;
