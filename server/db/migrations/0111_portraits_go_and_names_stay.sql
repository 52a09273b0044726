-- A portrait goes with its person, whatever deletes them: left behind, nobody saw it any more, and it took up the plan's storage.
create function app.on_member_deleted() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.media where user_id = old.user_id and id = old.portrait_media_id;
  return null;
end
$$;
create trigger portrait_goes_with_its_person after delete on public.family_members
for each row when (old.portrait_media_id is not null) execute function app.on_member_deleted();
