-- A drawing that somebody put on another page, too, stays as long as it is shown there: neither a newer drawing of its own
-- page nor the end of the days after it was taken away takes it from the other one, with the mark that a machine drew it.
create function app.is_shown_besides(owner uuid, picture uuid, page uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.storybook_pages p
    where p.user_id = owner and p.id <> page and p.content ->> 'pictureId' = picture::text
  ) or exists (
    select from public.storybooks b where b.user_id = owner and b.cover_media_id = picture
  )
$$;
revoke execute on function app.is_shown_besides from public;
grant execute on function app.is_shown_besides to kinora_worker;

create or replace function app.in_drawn_book(owner uuid, picture uuid) returns boolean
language sql stable parallel safe security definer set search_path = ''
as $$
  select exists (
    select from public.storybook_drawings d
    join public.storybooks b on b.user_id = d.user_id and b.id = d.storybook_id and b.deleted_at is null
    join public.shared_access a
      on a.user_id = d.user_id and a.resource_type = 'storybook' and a.resource_id = d.storybook_id
    where d.user_id = owner and d.media_id = picture and a.shared_with_user_id = auth.uid()
      and (d.state = 'done' or app.is_shown_besides(owner, picture, d.page_id))
  )
$$;

create or replace function app.empty_deleted_storybooks(days integer) returns void
language sql security definer set search_path = ''
as $$
  delete from public.storybooks where deleted_at < now() - make_interval(days => days);
  delete from public.storybook_drawings d
  where d.state = 'removed' and d.updated_at < now() - make_interval(days => days)
    and not app.is_shown_besides(d.user_id, d.media_id, d.page_id);
$$;
