-- Whoever may look at a file may know that it is damaged: a viewer of a shared story must not be told that it is safe.
-- Which files those are, the policies of media say.
create policy "whoever sees a file sees its damage" on public.damaged_media for select to authenticated
  using (exists (
    select from public.media m where m.user_id = damaged_media.user_id and m.id = damaged_media.media_id
  ));
