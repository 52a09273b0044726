-- Other ways in: providers of identities, wallets, and what an operator may do for others.

create table auth.flow_states (
  id uuid primary key,
  provider text not null,
  user_id uuid references auth.users (id) on delete cascade,
  linking_user_id uuid references auth.users (id) on delete cascade,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  provider_secrets bytea not null,
  auth_code_hash bytea unique,
  authentication_method text not null default 'oauth',
  used_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table auth.flow_states is
  'One way through somebody else''s log-in page: the id is OAuth''s state, comes back once, within minutes';
comment on column auth.flow_states.code_challenge is 'PKCE of our client; without it the answer goes into the fragment';
comment on column auth.flow_states.provider_secrets is
  'AES-256-GCM, bound to the id: our PKCE verifier and nonce, later the tokens that the provider gave';
comment on column auth.flow_states.linking_user_id is 'Who adds the identity to an account they are signed in to';
create index flow_states_created_at_idx on auth.flow_states (created_at);
create index flow_states_user_id_idx on auth.flow_states (user_id);
create index flow_states_linking_user_id_idx on auth.flow_states (linking_user_id);

create table auth.used_wallet_messages (
  message_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table auth.used_wallet_messages is
  'SHA-256 of (chain, message) of each accepted sign-in: a signed message opens one session, not two';
create index used_wallet_messages_expires_at_idx on auth.used_wallet_messages (expires_at);

create index identities_email_idx on auth.identities (email);
create index users_created_at_idx on auth.users (created_at, id);

comment on column auth.users.encrypted_password is
  'argon2id, in PHC string format; an imported bcrypt or argon2 hash until its owner logs in';

-- As in 0001: nobody but the service's own role gets anything.
do $$
declare
  name text;
begin
  foreach name in array array['flow_states', 'used_wallet_messages'] loop
    execute format('alter table auth.%I enable row level security', name);
    execute format('create policy service on auth.%I to kinora_auth using (true) with check (true)', name);
    execute format('grant select, insert, update, delete on auth.%I to kinora_auth', name);
  end loop;
end
$$;
