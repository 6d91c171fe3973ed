-- The excerpt that a source shows becomes HTML instead of plain text, so that formulas are rendered.
update ai_turns t set sources = (
  select jsonb_agg((s - 'quote') || jsonb_build_object('html', replace(replace(replace(s->>'quote', '&', '&amp;'), '<', '&lt;'), '>', '&gt;')) order by (s->>'n')::int)
  from jsonb_array_elements(t.sources) as s)
where t.sources <> '[]';
