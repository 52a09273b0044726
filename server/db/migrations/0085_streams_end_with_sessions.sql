-- A session that ends is told on the channel of changes: the live streams that were opened with it end, too.
create or replace function app.on_session_ended() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.push_devices where user_id = old.user_id and session_id = old.id;
  perform pg_notify('kinora_changes', json_build_object('userId', old.user_id, 'ended', old.id)::text);
  return null;
end
$$;
