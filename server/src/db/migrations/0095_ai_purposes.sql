-- What the model was asked for on a day in Shanghai, for the whole site, without persons. Only finished requests count.
create table ai_purpose_spending (
  day date not null,
  purpose text not null,
  requests int not null,
  tokens bigint not null,
  cost_micros bigint not null,
  primary key (day, purpose)
);

-- The console sums the users of the last days.
create index ai_spending_day on ai_spending (day);
