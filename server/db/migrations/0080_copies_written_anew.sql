-- A copy that reads otherwise than what is in Community now is a question of one's own: adding that one again brings a copy
-- of it, and not the earlier one, which says something else.
grant update (copied_from) on public.prompts to authenticated;
