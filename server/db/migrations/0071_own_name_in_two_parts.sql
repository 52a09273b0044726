-- Which words of "your" name are the first name and which the last is said in the tree, and an account's name is both in
-- one. It was cut anew at its first space whenever it was written, also where it said the same: who wrote Anna Maria before
-- Petrova became Anna, of the name Maria Petrova.
create or replace function app.keep_own_person() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.family_members (user_id, id, first_name, last_name)
  values (new.id, new.id, app.first_word(new.full_name), app.other_words(new.full_name))
  on conflict (user_id, id) do update
  set first_name = excluded.first_name, last_name = excluded.last_name
  where btrim(family_members.first_name || ' ' || family_members.last_name) is distinct from btrim(new.full_name);
  return null;
end
$$;
