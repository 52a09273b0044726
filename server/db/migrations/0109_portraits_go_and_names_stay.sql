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
delete from public.media m where m.role = 'original' and m.story_id is null and m.storage_key like '%.portrait' and not exists (
  select from public.family_members f where f.user_id = m.user_id and f.portrait_media_id = m.id
);

-- Whoever has a single name may have it as the first and as the last, and their account has it once: that says the same.
create or replace function app.keep_own_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.family_members (user_id, id, first_name, last_name)
  values (new.id, new.id, app.first_word(new.full_name), app.other_words(new.full_name))
  on conflict (user_id, id) do update
  set first_name = excluded.first_name, last_name = excluded.last_name
  where btrim(new.full_name) not in (
    btrim(family_members.first_name || ' ' || family_members.last_name),
    btrim(concat_ws(' ', family_members.first_name, nullif(family_members.last_name, family_members.first_name)))
  );
  return null;
end
$$;
