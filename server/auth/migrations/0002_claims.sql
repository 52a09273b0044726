-- Who is asking, from the verified claims that the request's transaction carries. Same names as on Supabase,
-- so the policies that use them also run there. Within policies write `(select auth.uid())`: evaluated once.

create or replace function auth.jwt() returns jsonb
  language sql stable
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create or replace function auth.uid() returns uuid
  language sql stable
  return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

create or replace function auth.role() returns text
  language sql stable
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

grant usage on schema auth to anon, authenticated, kinora_worker, kinora_auth;
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, kinora_worker, kinora_auth;
