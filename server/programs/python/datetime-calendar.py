from datetime import date, datetime, timedelta
import calendar
d = date(2024, 2, 28)
print(d + timedelta(days=2), d.weekday(), d.isoformat(), (date(2025, 1, 1) - d).days, d.replace(month=3))
t = datetime(2024, 3, 15, 8, 5, 9)
print(t.strftime('%Y年%m月%d日 %H:%M:%S'), datetime.strptime('2023-12-01 10:30', '%Y-%m-%d %H:%M'), t - timedelta(hours=10))
print(calendar.isleap(2000), tuple(map(int, calendar.monthrange(2023, 2))), [y for y in range(1896, 1910) if calendar.isleap(y)])
print(calendar.month(2024, 5))
print(timedelta(seconds=100000), timedelta(days=1) / 2, max(d, date(2020, 1, 1)))
