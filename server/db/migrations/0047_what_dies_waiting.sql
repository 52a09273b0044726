-- What goes with its page or its book while it waits was never made, and so costs nothing.
create function app.uncount_waiting() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'storybook_drawings' then
    delete from public.month_uses u where u.user_id = old.user_id and u.kind = 'picture' and u.subject_id = old.id;
  else
    delete from public.month_uses u
    where u.user_id = old.user_id and u.kind = 'chapter' and u.subject_id = old.request_id;
  end if;
  return null;
end
$$;
create trigger uncount_waiting after delete on public.storybook_drawings
for each row when (old.state = 'waiting') execute function app.uncount_waiting();
create trigger uncount_waiting after delete on public.storybook_chapters
for each row when (old.state = 'waiting') execute function app.uncount_waiting();

-- Whoever edits a page for its owner sees no drawings, and a page that shows one has to say so all the same.
create function app.is_drawn(owner uuid, picture uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.storybook_drawings d where d.user_id = owner and d.media_id = picture
  )
$$;
revoke execute on function app.is_drawn from public;
grant execute on function app.is_drawn to authenticated, kinora_worker;
