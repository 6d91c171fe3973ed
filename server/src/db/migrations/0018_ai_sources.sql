-- What a source shows of its passage is HTML from now on, since formulas are drawn in it; it was plain text before.
update ai_turns t set sources = (
  select jsonb_agg((s - 'quote') || jsonb_build_object('html', replace(replace(replace(s->>'quote', '&', '&amp;'), '<', '&lt;'), '>', '&gt;')) order by (s->>'n')::int)
  from jsonb_array_elements(t.sources) as s)
where t.sources <> '[]';
