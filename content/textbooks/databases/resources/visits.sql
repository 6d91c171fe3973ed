-- 示例数据库 visits：某图书馆一年里的两万次进馆记录，由公式生成，用来观察索引的作用。
CREATE TABLE visits (
  id        INTEGER PRIMARY KEY,
  reader_id INTEGER NOT NULL,      -- 0 到 999，共一千位读者
  day       TEXT NOT NULL,         -- 2026-01-01 起的三百天
  kind      TEXT NOT NULL          -- 自习（九成）或 借书（一成）
);

WITH RECURSIVE n (i) AS (
  SELECT 1
  UNION ALL
  SELECT i + 1 FROM n WHERE i < 20000
)
INSERT INTO visits (id, reader_id, day, kind)
SELECT i,
       i * 7919 % 1000,
       date('2026-01-01', (i * 31 % 300) || ' days'),
       CASE WHEN i % 10 = 0 THEN '借书' ELSE '自习' END
FROM n;
