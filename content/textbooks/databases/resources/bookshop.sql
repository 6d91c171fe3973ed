-- 示例数据库 bookshop：一家虚构的校园书店。金额一律以“分”为单位的整数保存。人物与书名均为虚构。
PRAGMA foreign_keys = ON;

CREATE TABLE customers (
  id      INTEGER PRIMARY KEY,
  name    TEXT NOT NULL,
  joined  TEXT NOT NULL,                         -- 开卡日期
  balance INTEGER NOT NULL CHECK (balance >= 0)  -- 储值卡余额，单位：分
);

CREATE TABLE books (
  id       INTEGER PRIMARY KEY,
  title    TEXT NOT NULL,
  category TEXT NOT NULL,
  price    INTEGER NOT NULL CHECK (price > 0),   -- 标价，单位：分
  stock    INTEGER NOT NULL CHECK (stock >= 0)
);

CREATE TABLE orders (
  id          INTEGER PRIMARY KEY,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  ordered_on  TEXT NOT NULL,
  status      TEXT NOT NULL CHECK (status IN ('待付款', '已付款', '已取消'))
);

CREATE TABLE order_items (
  order_id INTEGER NOT NULL REFERENCES orders (id),
  book_id  INTEGER NOT NULL REFERENCES books (id),
  quantity INTEGER NOT NULL CHECK (quantity > 0),
  price    INTEGER NOT NULL,                     -- 成交单价，单位：分
  PRIMARY KEY (order_id, book_id)
);

INSERT INTO customers (id, name, joined, balance) VALUES
  (1, '温子渝', '2025-02-20', 12000),
  (2, '白榆', '2025-03-01', 5000),
  (3, '程一苇', '2025-03-18', 800),
  (4, '陆离', '2025-09-02', 20000),
  (5, '方晓棠', '2025-09-05', 0),
  (6, '叶停云', '2025-10-11', 6600);

INSERT INTO books (id, title, category, price, stock) VALUES
  (1, '山间气象笔记', '科普', 4200, 6),
  (2, '一粒种子的远行', '科普', 3600, 3),
  (3, '夜航船上的数学', '科普', 5800, 0),
  (4, '南门外的雨', '小说', 3200, 9),
  (5, '第七封回信', '小说', 3800, 4),
  (6, '灯塔看守人', '小说', 4500, 2),
  (7, '数据库自习手册', '教辅', 4900, 12),
  (8, '高数错题一百例', '教辅', 3900, 15),
  (9, '英语长句拆解', '教辅', 2900, 8),
  (10, '纸上园林', '艺术', 8800, 1);

INSERT INTO orders (id, customer_id, ordered_on, status) VALUES
  (1, 1, '2025-09-03', '已付款'),
  (2, 2, '2025-09-03', '已付款'),
  (3, 1, '2025-09-10', '已付款'),
  (4, 4, '2025-09-15', '已取消'),
  (5, 4, '2025-09-21', '已付款'),
  (6, 3, '2025-10-02', '已付款'),
  (7, 6, '2025-10-12', '已付款'),
  (8, 1, '2025-10-20', '待付款'),
  (9, 2, '2025-10-25', '已付款'),
  (10, 4, '2025-11-01', '已付款');

INSERT INTO order_items (order_id, book_id, quantity, price) VALUES
  (1, 7, 1, 4900), (1, 8, 2, 3900),
  (2, 4, 1, 3200),
  (3, 1, 1, 3990), (3, 5, 1, 3800),
  (4, 10, 1, 8800),
  (5, 3, 1, 5800), (5, 2, 1, 3600), (5, 9, 1, 2900),
  (6, 9, 2, 2600),
  (7, 6, 1, 4500), (7, 4, 1, 3200),
  (8, 7, 1, 4900),
  (9, 8, 1, 3900), (9, 9, 1, 2900), (9, 5, 1, 3800),
  (10, 10, 1, 8800), (10, 1, 2, 4200);
