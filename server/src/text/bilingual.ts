/** Terms of computing, mathematics and economics: each line lists all names of one term, English and Chinese. */
const groups = `
algorithm / 算法
data structure / 数据结构
linear algebra / 线性代数
calculus / 微积分
statistics / 统计
economics / 经济学
discrete mathematics / 离散数学
programming / 程序设计 / 编程
stack / 栈 / 堆栈
queue / 队列
deque / 双端队列
priority queue / 优先队列
heap / 堆
heap sort / 堆排序
array / 数组
list / 列表
linked list / 链表
doubly linked list / 双向链表
tree / 树
binary tree / 二叉树
binary search tree / bst / 二叉搜索树 / 二叉查找树 / 二叉排序树
graph / 图
hash / 哈希 / 散列
hash table / 哈希表 / 散列表
dictionary / dict / 字典
set / 集合
tuple / 元组
string / 字符串
pointer / 指针
null pointer / 空指针
reference / 引用
recursion / recursive / 递归
iteration / 迭代
loop / 循环
branch / 分支
function / 函数
variable / 变量
constant / 常量
class / 类
struct / 结构 / 结构体
enum / 枚举
union / 共用体 / 联合体
macro / 宏
preprocessor / 预处理
compiler / 编译器
compile / 编译
linker / 链接
debug / debugging / 调试
test / testing / 测试
memory / 内存
memory leak / 内存泄漏 / 内存泄露
buffer / 缓冲 / 缓冲区
overflow / 溢出
two's complement / 补码
endian / 大端 / 小端 / 字节序
file / 文件
sort / sorting / 排序
bubble sort / 冒泡排序
selection sort / 选择排序
insertion sort / 插入排序
merge sort / 归并排序
quick sort / quicksort / 快速排序 / 快排
counting sort / 计数排序
radix sort / 基数排序
binary search / 折半查找 / 二分查找 / 二分搜索 / 二分
search / 查找 / 搜索
traversal / 遍历
depth first search / dfs / 深度优先 / 深度优先搜索
breadth first search / bfs / 广度优先 / 广度优先搜索 / 宽度优先
shortest path / 最短路 / 最短路径
topological sort / 拓扑排序
spanning tree / 生成树
dynamic programming / 动态规划
greedy / 贪心
backtracking / 回溯
divide and conquer / 分治
complexity / 复杂度
big o / 大o记号 / 大o
amortized / amortised / 均摊 / 平摊 / 摊还
worst case / 最坏情况
database / 数据库
table / 表
row / 行
column / 列
query / 查询
subquery / 子查询
join / 连接
inner join / 内连接
left join / outer join / 左连接 / 外连接
group by / 分组
order by / 排序
view / 视图
window function / 窗口函数
index / 索引
composite index / 复合索引 / 联合索引 / 组合索引
primary key / 主键
foreign key / 外键
constraint / 约束
normal form / 范式
transaction / 事务
isolation / 隔离
lock / 锁
optimistic lock / 乐观锁
deadlock / 死锁
sql injection / sql注入
null / 空值
machine learning / 机器学习
gradient descent / 梯度下降
linear regression / 线性回归
logistic regression / 逻辑回归
overfitting / overfit / 过拟合
underfitting / 欠拟合
decision tree / 决策树
nearest neighbour / knn / 近邻 / 最近邻
training set / 训练集
test set / 测试集
accuracy / 准确率
recall / 召回率
precision / 精确率 / 查准率
learning rate / 学习率
loss / 损失
vector / 向量
matrix / 矩阵
determinant / 行列式
inverse matrix / 逆矩阵
rank / 秩
eigenvalue / 特征值
eigenvector / 特征向量
projection / 投影
least squares / 最小二乘
linear combination / 线性组合
diagonalization / 对角化
probability / 概率 / 可能性
random variable / 随机变量
expectation / 期望
variance / 方差
standard deviation / 标准差
conditional probability / 条件概率
independence / 独立
bayes / 贝叶斯
binomial distribution / 二项分布
poisson / 泊松
normal distribution / gaussian / 正态分布 / 钟形曲线
law of large numbers / 大数定律
proposition / 命题
quantifier / 量词
truth table / 真值表
relation / 关系
equivalence relation / 等价关系
partial order / 偏序
injection / 单射
surjection / 满射
bijection / 双射
permutation / 排列
combination / 组合
pigeonhole / 鸽巢原理 / 抽屉原理
induction / 归纳法 / 数学归纳法
recurrence / 递推
fibonacci / 斐波那契
prime / 素数 / 质数
gcd / 最大公因数 / 最大公约数
congruence / modular / 同余
encryption / cryptography / 加密 / 密码
public key / 公钥
proof / 证明
opportunity cost / 机会成本
sunk cost / 沉没成本
marginal / 边际
elasticity / 弹性
supply / 供给
demand / 需求
externality / 外部性
adverse selection / 逆向选择
incentive / 激励
comparative advantage / 比较优势
price ceiling / 限价
abstract / 摘要
citation / 引用
plagiarism / 抄袭
email / 邮件
node / 结点 / 节点
`

const byName = new Map<string, Set<string>>()
for (const line of groups.trim().split('\n')) {
  const names = line.split(' / ')
  for (const name of names) {
    const others = byName.get(name) ?? new Set<string>()
    for (const other of names) if (other !== name) others.add(other)
    byName.set(name, others)
  }
}

export const listedNames: readonly string[] = [...byName.keys()]

/** English names as one word: heapsort is heap sort. */
const byJoinedName = new Map(
  listedNames.filter((name) => /^[a-z]+(?: [a-z]+)+$/.test(name)).map((name) => [name.replaceAll(' ', ''), name]),
)

/** Other names of a folded term. */
export function otherNames(term: string): string[] {
  const joined = byJoinedName.get(term)
  return joined ? [joined, ...byName.get(joined)!] : [...(byName.get(term) ?? [])]
}

/** All Latin words of the list: suggestions for mistyped words. */
export const latinWords: readonly string[] = [
  ...new Set([...byName.keys()].filter((name) => /^[a-z ]+$/.test(name)).flatMap((name) => name.split(' '))),
].filter((word) => word.length > 3)
