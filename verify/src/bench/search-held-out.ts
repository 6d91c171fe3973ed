/**
 * Queries written from the sample content alone, before search was changed; search is not tuned on them.
 * Each line: the typed query, then beginnings of titles; one of these titles has to be among the first five results.
 */
const lines = `
栈 | 3.1 栈
堆 | 6.1 堆
图 | 7.1 把关系画成图 ; 6.1 图
锁 | 7.2 并发与隔离
宏 | 7.1 预处理
秩 | 2.3 逆矩阵与秩
键 | 5.2 键与约束
度 | 6.1 图 ; 7.1 把关系画成图
队 | 3.3 队列 ; 3.4 双端队列 ; 第二晚
树 | 5.1 树 ; 6.3 树 ; 3.2 决策树
页 | 6.1 索引 ; 3.1 索引 ; 2.2 排序、去重与分页
帧 | 3.1 栈
c语言指针 | 3.1 指针
sql注入 | 3.3 注入与参数 ; 7.3 把 SQL 写进程序
python列表 | 3.1 列表与切片 ; 2.1 数组 ; 3.1 栈
python字典 | 3.2 字典 ; 4.1 从查字典说起
sql窗口函数 | 4.3 窗口函数
bfs最短路 | 7.3 广度优先
dijkstra算法 | 7.4 Dijkstra
rsa加密 | 7.3 公钥密码
leftjoin | 3.2 外连接 ; 2.1 连接
c语言文件读写 | 6.1 读写文本文件 ; 6.2 二进制文件
python报错 | 1.3 读懂报错
k近邻 | 1.2 近邻
大o记号 | 1.2 大 O 记号
b树索引 | 6.1 索引
null值 | 2.3 空值 ; 2.1 筛选
malloc内存 | 4.1 向系统借内存
三值逻辑null | 2.1 筛选
二差搜索树 | 5.3 二叉搜索树
归并排续 | 8.2 归并排序
一至性哈希 | 4.3 一致性哈希
线形代数 | 线性代数精讲
概律论 | 概率论的十二堂课
特证向量 | 3.2 特征值
鸽朝原理 | 4.3 鸽巢原理
梯度下将 | 2.2 梯度下降
数据裤实战 | 数据库实战
pyhton | Python 程序设计
容赤原理 | 2.2 容斥原理
逻缉回归 | 2.3 是或不是
dijsktra | 7.4 Dijkstra
erchashu | 5.1 树 ; 5.3 二叉搜索树 ; 5.2 三种遍历 ; 6.3 树
lianbiao | 2.2 链表 ; 2.3 哨兵 ; 5.2 用结构搭链表 ; 第 2 章
zhizhen | 3.1 指针 ; 3.2 数组与指针
gailvlun | 概率论的十二堂课
duilie | 3.3 队列 ; 3.4 双端队列 ; 6.3 优先队列
tezhengzhi | 3.2 特征值
xianxingdaishu | 线性代数精讲
suoyin | 6.1 索引 ; 3.1 索引 ; 6.3 建好索引
digui | 2.1 函数 ; 5.2 递推 ; 4.2 WITH ; 5.1 树
sjjg | 数据结构与算法
xxds | 线性代数精讲
lssx | 离散数学
jqxx | 机器学习入门
kspx | 8.3 快速排序
gbpx | 8.2 归并排序
sxgnf | 5.1 数学归纳法
sdyx | 7.2 深度优先
== | 1.3 分支 ; 3.3 字符串
O(n) | 1.2 大 O 记号 ; 1.3 最好
C++ | 5.3 选读
&& | 1.3 分支
n+1 | 7.3 把 SQL 写进程序
%d | 1.1 从源代码到机器
#include | 1.1 从源代码到机器 ; 7.1 预处理 ; 7.2 分成多个文件
count(*) | 2.3 分组与聚合 ; 3.2 外连接 ; 2.1 连接 ; 2.2 分组统计
O(log n) | 1.2 大 O 记号 ; 5.3 二叉搜索树 ; 6.1 堆
stack | 3.1 栈 ; 栈的来历
queue | 3.3 队列 ; 3.4 双端队列 ; 6.3 优先队列
linked list | 2.2 链表 ; 5.2 用结构搭链表
pointer | 3.1 指针
transaction | 7.1 要么全做 ; 3.2 事务
binary search | 1.1 数一数 ; 第一晚 ; 5.3 二叉搜索树
gradient descent | 2.2 梯度下降
eigenvalue | 3.2 特征值
deadlock | 7.2 并发与隔离
overfitting | 3.1 背答案的学生
hash | 4.1 从查字典说起 ; 4.2 冲突与负载 ; 4.3 一致性哈希 ; 第七晚
數據結構 | 数据结构与算法
線性代數 | 线性代数精讲
資料庫 | 数据库与 SQL ; 数据库实战
鏈表 | 2.2 链表 ; 2.3 哨兵 ; 5.2 用结构搭链表
機器學習 | 机器学习入门
矩陣 | 2.1 矩阵 ; 2.3 逆矩阵
數學歸納法 | 5.1 数学归纳法
離散數學 | 离散数学
ＳＱＬ注入 | 3.3 注入与参数 ; 7.3 把 SQL 写进程序
Ｃ＋＋ | 5.3 选读
快 速 排 序 | 8.3 快速排序
数据结构 与算法 | 数据结构与算法
最短路径 | 7.4 Dijkstra ; 7.3 广度优先 ; 第三晚
折半查找 | 1.1 数一数 ; 第一晚 ; 1.3 最好
沉没成本 | 1.3 已经花掉的不算数
机会成本 | 1.1 放弃了什么才是成本
三门问题 | 第十一课
给老师写邮件 | 第四章
参考文献格式 | 第七章
拓扑排序 | 7.2 深度优先 ; 3.3 偏序
内存泄漏 | 4.2 谁借谁还 ; 4.1 向系统借内存
`

export interface SearchQuery {
  query: string
  /** Beginnings of titles; one of them has to be among the first five. */
  titles: string[]
}

export const parseQueries = (text: string): SearchQuery[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [query = '', titles = ''] = line.split(' | ')
      return { query: query.trim(), titles: titles.split(' ; ').map((title) => title.trim()) }
    })

export const heldOutQueries = parseQueries(lines)
