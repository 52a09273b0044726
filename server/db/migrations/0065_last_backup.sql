-- When the newest backup was made, so that whoever watches this Kinora hears when there is none. Beside the migrations, where
-- no backup looks: an instance that was brought back has not been backed up yet.
create table kinora.last_backup (
  is_last boolean primary key default true check (is_last),
  taken_at timestamptz not null
);

create function app.last_backup_at() returns timestamptz
language sql security definer stable set search_path = ''
as $$ select taken_at from kinora.last_backup $$;
revoke execute on function app.last_backup_at from public;
grant execute on function app.last_backup_at to kinora_worker;
