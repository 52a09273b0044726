-- How many stories a book has, those in the trash left out. People whom the book is shared with may not see its stories, so
-- their own view of the table of stories cannot tell which of them lie in the trash. Null for whoever may not see the book.
create function app.stories_in_book(owner uuid, book uuid) returns integer
language sql stable parallel safe security definer set search_path = ''
as $$
  select case when app.storybook_role(owner, book) is not null then (
    select count(*)::integer
    from public.storybook_stories chosen
    join public.stories s on s.user_id = chosen.user_id and s.id = chosen.story_id and s.deleted_at is null
    where chosen.user_id = owner and chosen.storybook_id = book
  ) end
$$;
revoke execute on function app.stories_in_book from public;
grant execute on function app.stories_in_book to authenticated;
