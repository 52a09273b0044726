-- A drawing whose page or book goes for good stays where somebody showed it besides, in the same book or in another. It moves
-- to that page before it would go, so that it is still known as drawn by a machine, and goes with that page in the end.
-- A page whose book is going with the same statement is no longer there to move to.
create function app.on_drawing_leaving() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  heir record;
begin
  select p.storybook_id, p.id into heir
  from public.storybook_pages p
  join public.storybooks b on b.user_id = p.user_id and b.id = p.storybook_id
  where p.user_id = old.user_id and p.id <> old.page_id
    and (
      p.content ->> 'pictureId' = old.media_id::text
      or (p.content ->> 'kind' = 'cover' and b.cover_media_id = old.media_id)
    )
  order by p.id limit 1;
  if not found then
    return old;
  end if;

  update public.storybook_drawings d
  set storybook_id = heir.storybook_id, page_id = heir.id, state = 'done', before_picture_id = null
  where d.user_id = old.user_id and d.id = old.id;
  return null;
end
$$;
create trigger drawing_moves_to_where_it_is_shown before delete on public.storybook_drawings
for each row when (old.media_id is not null) execute function app.on_drawing_leaving();
