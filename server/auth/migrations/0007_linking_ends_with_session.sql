-- Somebody may be at a provider's page to add a way in when the session that sent them there is ended. They then add nothing:
-- the way in would have outlasted the session, and let them in again.
alter table auth.flow_states
  add column linking_session_id uuid references auth.sessions (id) on delete cascade;
create index flow_states_linking_session_id_idx on auth.flow_states (linking_session_id);
