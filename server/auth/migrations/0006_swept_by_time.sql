-- What is old is let go of each night, and was looked for among all that there is. Not by the last refresh of a session:
-- with that in an index no refresh could stay on its page (`sweep.ts` asks for the beginning first).
create index audit_log_entries_oldest on auth.audit_log_entries (created_at);
create index sessions_oldest on auth.sessions (created_at);
create index mfa_challenges_oldest on auth.mfa_challenges (created_at);
create index one_time_tokens_oldest on auth.one_time_tokens (created_at);
