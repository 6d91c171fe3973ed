import { listedNames, otherNames } from './bilingual'

/**
 * Topics that courses and students name differently: each line lists names of one topic, or of topics so close that a
 * search for one should find the others. Only for search: unlike the names in bilingual.ts they may not be exchanged in
 * a sentence.
 */
const groups = `
time complexity / 时间复杂度 / 大o / 复杂度
space complexity / 空间复杂度 / 大o记号 / 空间
asymptotic / 渐近 / 大o
random access / 随机访问
dynamic array / 动态数组 / 扩容 / 均摊 / vector
amortized analysis / 均摊分析 / 摊还分析 / 平摊分析
singly linked list / 单链表 / 链表
reverse linked list / 反转链表 / 链表逆置
fast and slow pointers / 快慢指针 / 龟兔赛跑 / 链表有没有环
circular linked list / 循环链表 / 双向链表
sentinel / dummy node / 哨兵 / 头结点 / 虚拟头结点
lru / 最近最少使用 / 缓存淘汰
lifo / 后进先出 / 栈
fifo / 先进先出 / 队列
call stack / 调用栈 / 函数调用栈 / 栈帧
monotonic queue / 单调队列 / 单调栈 / 滑动窗口
sliding window / 滑动窗口
circular queue / ring buffer / 循环队列 / 环形缓冲区
postfix / reverse polish notation / 后缀表达式 / 逆波兰 / 逆波兰式 / 表达式求值 / 算式
infix / 中缀表达式 / 表达式求值 / 算式
parentheses / brackets / 括号匹配 / 有效括号
hash function / 哈希函数 / 散列函数
hash collision / 哈希冲突 / 散列冲突 / 冲突 / 碰撞
open addressing / linear probing / 开放寻址 / 开放定址 / 开放地址 / 线性探测
separate chaining / 拉链法 / 链地址法
load factor / 负载因子 / 装填因子
consistent hashing / 一致性哈希 / 一致性散列
birthday paradox / birthday problem / 生日悖论 / 生日问题 / 生日
preorder / 前序遍历 / 先序遍历 / 先根遍历
inorder / 中序遍历 / 中根遍历
postorder / 后序遍历 / 后根遍历
level order / 层序遍历 / 层次遍历 / 按层遍历
complete binary tree / 完全二叉树 / 堆
balanced tree / avl / red black tree / 平衡树 / 平衡二叉树 / 红黑树
skip list / 跳表 / 跳跃表
min heap / max heap / 小根堆 / 大根堆 / 最小堆 / 最大堆
heapify / 建堆
top k / 前k名 / 前k大 / 最大的k个
quickselect / 快速选择 / 第k小 / 第k大
adjacency list / 邻接表
adjacency matrix / 邻接矩阵
connected component / 连通分量 / 连通分支
strongly connected / 强连通 / 连通分量
dijkstra / 迪杰斯特拉 / 戴克斯特拉 / 最短路
dag / 有向无环图 / 拓扑排序
minimum spanning tree / mst / kruskal / prim / 最小生成树 / 克鲁斯卡尔 / 普里姆
union find / 并查集 / 克鲁斯卡尔 / 连通
stable sort / 稳定排序 / 排序的稳定性
bucket sort / 桶排序 / 计数排序
inversion / 逆序对 / 逆序数
lower bound of sorting / 比较排序的下界
memoization / 记忆化 / 记忆化搜索 / 备忘录 / 动态规划
knapsack / 背包 / 背包问题 / 01背包 / 动态规划
coin change / 找零 / 找零钱 / 零钱兑换 / 动态规划
climbing stairs / 爬楼梯 / 上楼梯 / 动态规划
longest common subsequence / lcs / 最长公共子序列
maze / 迷宫 / 走迷宫
stable matching / gale shapley / 稳定匹配 / 稳定婚姻
activity selection / 活动选择 / 区间调度
huffman / huffman coding / 哈夫曼 / 霍夫曼 / 哈夫曼编码 / 前缀码
source code / 源代码 / 源程序
warning / 编译警告 / 警告
bitwise / 位运算 / 按位 / 移位 / 二进制
hexadecimal / 十六进制
binary / 二进制
floating point / float / 浮点 / 浮点数 / 小数类型
type cast / type conversion / 类型转换 / 强制转换 / 隐式转换
unsigned / 无符号 / 无符号数
undefined behavior / undefined behaviour / ub / 未定义行为
byte order / big endian / little endian / 大小端 / 字节序 / 大端与小端
short circuit / 短路 / 短路求值
integer division / 整数除法 / 整除 / 取整
parameter / argument / 形参 / 实参 / 形式参数 / 实际参数 / 参数
pass by value / call by value / 值传递 / 传值 / 按值传递
pass by pointer / pass by reference / 址传递 / 传指针 / 引用传递
return value / 返回值
prototype / declaration / 函数原型 / 声明 / 先声明
scope / 作用域
lifetime / storage duration / 生命周期 / 存储期 / 活多久
static / 静态变量 / 静态局部变量
global variable / 全局变量
pointer arithmetic / 指针运算 / 指针算术
double pointer / 二级指针 / 指针的指针
function pointer / 函数指针
wild pointer / dangling pointer / 野指针 / 悬空指针 / 悬挂指针
segmentation fault / segfault / 段错误 / 越界 / 空指针 / 野指针
out of bounds / buffer overrun / 数组越界 / 越界 / 缓冲区溢出
two dimensional array / 二维数组 / 多维数组
strlen / strcpy / strcat / strcmp / 字符串函数 / 字符串
malloc / calloc / realloc / free / 动态内存 / 动态分配 / 内存分配
double free / use after free / 重复释放 / 释放后使用
valgrind / sanitizer / 内存检测
padding / alignment / 内存对齐 / 字节对齐 / 结构对齐 / 对齐
union type / 联合 / 联合体 / 共用体
raii / destructor / 析构 / 析构函数
smart pointer / unique_ptr / 智能指针
template / 模板
fopen / fclose / fread / fwrite / 文件读写
eof / 文件结尾 / 文件结束
random access file / fseek / 随机读写
conditional compilation / ifdef / 条件编译
header file / include guard / 头文件 / 包含保护
linking / linker error / 链接错误 / 重复定义
makefile / make / 增量编译 / 重新编译
assert / assertion / 断言
gdb / debugger / breakpoint / 断点 / 调试器 / 单步
unit test / 单元测试 / 测试
list comprehension / 列表推导 / 列表推导式 / 列表生成式 / 列表
slice / slicing / 切片
indentation / 缩进 / indentationerror / 缩进错误
traceback / typeerror / nameerror / exception / 报错 / 异常
install python / 安装python / 环境配置
condition / if else / elif / 条件判断 / 条件语句 / 分支语句
for loop / while loop / for循环 / while循环 / 循环语句
break / continue / 跳出循环
key value / 键值对
default argument / 默认参数
csv / 逗号分隔
dbms / 数据库管理系统
redundancy / 冗余 / 数据冗余
declarative / 声明式
data type / 数据类型 / 类型
alias / 别名
case when / 分情况
three valued logic / 三值逻辑 / 空值 / is null
like / wildcard / 模糊查询 / 模糊匹配 / 通配符
between / 范围查询
distinct / 去重
limit / offset / pagination / 分页
keyset pagination / cursor pagination / 按键分页 / 游标分页
aggregate function / count / sum / avg / 聚合函数 / 聚合
having / 分组后筛选
cross join / cartesian product / 交叉连接 / 笛卡儿积 / 笛卡尔积
self join / 自连接
right join / full join / 右连接 / 全连接 / 全外连接 / 外连接
anti join / not exists / 反连接
junction table / 中间表 / 关联表 / 连接表 / 多对多
union / intersect / except / 集合运算 / 并集 / 交集 / 差集
correlated subquery / 相关子查询
exists / 存在量词 / 子查询
cte / with / common table expression / 公用表表达式 / 递归查询
row_number / rank / dense_rank / 排名函数 / 窗口函数
partition by / over / 窗口函数
lag / lead / 前一行 / 后一行
er diagram / er图 / er模型 / 实体联系图 / 实体关系图 / 实体
one to many / 一对多
many to many / 多对多
candidate key / 候选键 / 候选码 / 超键 / 主码
surrogate key / primary key / 主码 / 主关键字 / 主键
referential integrity / 参照完整性 / 外键 / 级联
cascade / 级联删除 / 级联
check constraint / not null / unique / 非空约束 / 唯一约束 / 约束
functional dependency / 函数依赖
partial dependency / transitive dependency / 部分依赖 / 传递依赖
1nf / 2nf / 3nf / bcnf / 第一范式 / 第二范式 / 第三范式 / 范式
anomaly / 插入异常 / 删除异常 / 更新异常
b tree / b+ tree / btree / b树 / b+树
full table scan / 全表扫描
covering index / 覆盖索引 / 回表
leftmost prefix / 最左前缀 / 最左匹配
index not used / sargable / 索引失效 / 不走索引 / 用不上索引 / 最左前缀
query plan / execution plan / explain / 执行计划 / 查询计划
optimizer / 优化器 / 查询优化
rollback / commit / 回滚 / 提交 / 事务
savepoint / 保存点
acid / atomicity / durability / 原子性 / 持久性 / 一致性 / 事务
wal / write ahead log / 先写日志 / 预写日志 / redo
isolation level / read committed / serializable / 隔离级别 / 读已提交 / 可串行化
dirty read / phantom read / non repeatable read / 脏读 / 幻读 / 不可重复读 / 可重复读
pessimistic lock / select for update / 悲观锁 / 排他锁
shared lock / exclusive lock / 共享锁 / 排他锁 / 读写锁
lost update / 丢失更新
prepared statement / parameterized query / 预编译 / 预编译语句 / 参数化查询 / 占位符
n+1 / n+1问题 / n+1查询
migration / 迁移
idempotent / 幂等
fixed point decimal / decimal / 定点小数 / 金额
timestamp / time zone / 时间戳 / 时区
tautology / 重言式 / 永真式
contradiction / 矛盾式 / 永假式
implication / 蕴涵 / 蕴含 / 条件命题
contrapositive / 逆否 / 逆否命题
converse / inverse / 逆命题 / 否命题
sufficient / necessary / iff / 充分条件 / 必要条件 / 充要条件 / 当且仅当
de morgan / de morgan's law / 德摩根 / 德摩根律 / 德摩根定律 / 德·摩根
modus ponens / 假言推理 / 肯定前件 / 推理
proof by contradiction / 反证 / 反证法 / 归谬法
counterexample / 反例
universal quantifier / existential quantifier / 全称量词 / 存在量词
predicate / 谓词
union of sets / 并集 / 集合的运算
power set / 幂集 / 子集个数
complement / 补集
intersection / 交集
subset / 子集 / 真子集
inclusion exclusion / 容斥 / 容斥原理
derangement / 错位排列 / 错排 / 帽子问题
reflexive / symmetric / transitive / antisymmetric / 自反 / 对称 / 传递 / 反对称
transitive closure / warshall / 传递闭包 / 沃舍尔 / 闭包
equivalence class / 等价类 / 商集
bell number / 贝尔数
hasse diagram / 哈斯图
supremum / infimum / 上确界 / 下确界 / 最小上界 / 上界
total order / 全序 / 线序
one to one / onto / 一一映射 / 一一对应 / 双射
inverse function / 反函数
floor / ceiling / 取整 / 高斯函数
countable / uncountable / hilbert hotel / cantor / 可数 / 可数集 / 不可数 / 对角线法
factorial / 阶乘 / 排列
binomial theorem / 二项式 / 二项式定理 / 二项式系数
pascal triangle / pascal's triangle / 杨辉三角 / 帕斯卡三角 / 贾宪三角
stars and bars / 隔板法 / 插板法 / 挡板法
pigeonhole principle / dirichlet / 鸽巢 / 鸽笼 / 鸽笼原理 / 抽屉 / 抽屉原理
ramsey / 拉姆齐
strong induction / 强归纳 / 第二数学归纳法
recurrence relation / 递推关系 / 递推公式 / 递推式
closed form / general term / 通项 / 通项公式
characteristic equation / 特征方程 / 特征根
tower of hanoi / hanoi / 汉诺塔 / 河内塔
master theorem / 主定理 / 分治的递推 / 分而治之
handshake lemma / 握手定理 / 握手引理
bipartite / 二部图 / 二分图
euler circuit / euler path / eulerian / 欧拉回路 / 欧拉通路 / 欧拉图 / 一笔画
konigsberg / 七桥 / 七桥问题 / 哥尼斯堡
hamiltonian / hamilton / 哈密顿 / 哈密尔顿 / 汉密尔顿
planar graph / 平面图 / 欧拉公式
four color / graph coloring / 四色 / 四色定理 / 染色 / 着色
euclidean algorithm / euclid / 欧几里得 / 欧几里得算法 / 辗转相除 / 辗转相除法
bezout / 裴蜀 / 贝祖 / 扩展欧几里得
fundamental theorem of arithmetic / 算术基本定理 / 质因数分解 / 素因数分解
modular inverse / 逆元 / 模逆
modular exponentiation / fast power / 快速幂 / 反复平方
fermat's little theorem / fermat / 费马 / 费马小定理
euler's totient / totient / 欧拉函数 / 欧拉定理
chinese remainder theorem / crt / 中国剩余定理 / 孙子定理 / 韩信点兵 / 物不知数
rsa / asymmetric encryption / 非对称加密 / 公钥密码 / 公钥加密
digital signature / 数字签名 / 签名
sample space / 样本空间 / 基本事件 / 同样可能
frequency / 频率
mutually exclusive / 互斥 / 互斥事件 / 互不相容
monte carlo / simulation / 蒙特卡洛 / 蒙特卡罗 / 模拟
bernoulli / bernoulli trial / 伯努利 / 伯努利试验 / 二项分布
geometric distribution / 几何分布
exponential distribution / 指数分布 / 泊松
expected value / 数学期望 / 期望值 / 期望
chebyshev / chebyshev's inequality / 切比雪夫 / 切比雪夫不等式
regression to the mean / 回归平均 / 均值回归 / 向均值回归
coupon collector / 集卡
central limit theorem / clt / 中心极限定理
z score / 标准分
confidence interval / 置信区间
st petersburg paradox / 圣彼得堡悖论
gambler's fallacy / 赌徒谬误
martingale / 倍投 / 加倍下注
law of total probability / 全概率 / 全概率公式
monty hall / 三门问题 / 蒙提霍尔 / 三扇门
simpson's paradox / simpson / 辛普森悖论 / 辛普森
prior / posterior / 先验 / 后验 / 先验概率 / 后验概率
false positive / base rate / 假阳性 / 误诊
prosecutor's fallacy / 检察官谬误
naive bayes / spam filter / 朴素贝叶斯 / 垃圾邮件
supervised learning / 监督学习 / 有监督学习 / 机器学习
k nearest neighbors / k近邻 / knn
train test split / cross validation / 交叉验证 / 划分数据集 / 训练集 / 测试集 / 验证集
feature scaling / normalization / 归一化 / 标准化
linear regression / least squares / 线性回归 / 最小二乘 / 拟合直线
cost function / loss function / mse / 损失函数 / 代价函数 / 均方误差 / 损失
sigmoid / s形函数 / s形曲线 / 逻辑回归
regularization / 正则化 / 过拟合
gini / entropy / information gain / 基尼 / 信息增益 / 信息熵 / 决策树
confusion matrix / 混淆矩阵 / 准确率 / 精确率 / 召回率
f1 score / f1 / 召回率
dot product / inner product / 点积 / 内积 / 点乘
norm / 向量长度 / 模长
span / 张成 / 线性张成
linear independence / 线性无关 / 线性相关 / 张成
basis / dimension / 基 / 基底 / 维数
system of linear equations / 线性方程组 / 方程组
gaussian elimination / 高斯消元 / 高斯消元法 / 消元法 / 消元
matrix multiplication / 矩阵乘法 / 矩阵相乘
linear transformation / 线性变换 / 矩阵变换
invertible / singular / 可逆矩阵 / 奇异矩阵 / 逆矩阵
cramer's rule / cramer / 克拉默 / 克莱姆 / 克拉默法则 / 行列式
orthogonal / 正交 / 垂直
orthogonal projection / 正交投影 / 投影
characteristic polynomial / 特征多项式 / 特征方程
matrix power / 矩阵的幂 / 高次幂 / 对角矩阵
scarcity / 稀缺
marginal cost / marginal benefit / marginal utility / 边际成本 / 边际收益 / 边际效应 / 边际效用 / 边际
supply and demand / 供求 / 供求关系 / 供需 / 供给与需求 / 价格
price elasticity / 价格弹性 / 需求弹性 / 弹性
rent control / 租金管制 / 价格管制 / 最高限价 / 限价
tragedy of the commons / public good / 公地悲剧 / 公共物品 / 外部性
asymmetric information / lemons / 信息不对称 / 柠檬市场 / 逆向选择
moral hazard / 道德风险 / 激励
fixed cost / variable cost / 固定成本 / 变动成本 / 可变成本
break even / 盈亏平衡 / 盈亏平衡点 / 保本 / 保本点
profit / 利润 / 盈利 / 毛利
cash flow / 现金流 / 现金流量 / 现金
balance sheet / income statement / 资产负债表 / 利润表
bridge / beam / 梁桥 / 梁
arch bridge / arch / 拱桥 / 石拱 / 石拱桥
truss / 桁架 / 桁架桥
cable stayed / suspension bridge / 斜拉 / 斜拉桥 / 悬索桥 / 吊桥
imrad / structure of a paper / 论文结构
topic sentence / 主题句 / 中心句
hedging / 模糊限制语 / 分寸
signal words / transition words / 信号词 / 连接词 / 过渡词
complex sentence / clause / 长难句 / 从句 / 长句
vocabulary / 生词 / 单词
critical reading / control group / 批判性阅读 / 对照组
concise / 简洁 / 空话 / 废话 / 啰嗦
grammar mistake / 病句 / 语病
argument / reasoning / 论证 / 论点 / 论据 / 观点
fallacy / 逻辑谬误 / 坏理由 / 以偏概全
reference list / bibliography / 参考文献 / 引用格式 / 出处
paraphrase / 改写 / 转述
revise / proofread / 修改 / 校对 / 改稿
apology / 道歉 / 道歉信
lab report / 实验报告
pomodoro / 番茄钟 / 番茄工作法 / 安排时间 / 时间
time management / 时间管理 / 安排时间 / 拖延 / 拖延症 / 时间
spaced repetition / 间隔重复 / 间隔复习 / 遗忘曲线 / 艾宾浩斯 / 回忆 / 记忆
active recall / retrieval practice / 主动回忆 / 回忆 / 自测
flashcard / 卡片 / 记忆卡片 / 抽认卡
interleaving / 交错练习 / 混合练习
feynman / 费曼 / 费曼学习法 / 讲给别人
plateau / 平台期 / 瓶颈期
study plan / 学习计划 / 复习计划
mind map / 思维导图 / 画一张图
sms code / 短信 / 短信验证码 / 验证码
log in / sign in / 登录 / 登陆 / 注册
reset password / 找回密码 / 忘记密码 / 重置密码
change phone / 换手机号 / 换绑手机 / 更换手机号
refund / 退款 / 退钱 / 退费
invoice / 发票 / 开票 / 发票抬头
redeem code / 兑换码 / 激活码 / 优惠码
offline / 离线 / 没网 / 没有网络 / 断网 / 下载
delete account / 注销 / 注销账号 / 删除账号
privacy / 隐私 / 个人信息
`

/** Endings that name the kind of a topic and not the topic: 贝叶斯定理 and 贝叶斯 are the same topic. */
const endings =
  /(?:算法|定理|定律|原理|法则|公式|问题|数列|理论|语句|命令|关键字| algorithm| theorem| problem| principle| diagram| theory| law)$/

const bare = (name: string) => {
  const short = name.replace(endings, '')
  return [...short].length >= 2 ? short : name
}

const byName = new Map<string, Set<string>>()
for (const line of groups.trim().split('\n')) {
  const names = line.split(' / ')
  for (const key of new Set([...names, ...names.map((name) => bare(name))])) {
    const others = byName.get(key) ?? new Set<string>()
    for (const name of names) if (name !== key) others.add(name)
    byName.set(key, others)
  }
}

/** Chinese names of topics: search finds a chapter by such a name even if the chapter contains it only once. */
export const chineseTopics: readonly string[] = [...new Set([...byName.keys(), ...listedNames])].filter((name) =>
  /^\p{Script=Han}{2,}$/u.test(name),
)

/**
 * Names by one of their English words: gradient names gradient descent. A word of many names says little and is left
 * out.
 */
const byEnglishWord = new Map<string, Set<string>>()
const [shortestWord, mostNames] = [5, 3]
for (const name of new Set([...byName.keys(), ...listedNames])) {
  if (!/^[a-z]+(?: [a-z]+)+$/.test(name)) continue
  for (const word of name.split(' '))
    if (word.length >= shortestWord) byEnglishWord.set(word, (byEnglishWord.get(word) ?? new Set()).add(name))
}

function namesWithWord(word: string): string[] {
  const names = [...(byEnglishWord.get(word) ?? [])]
  return names.length > mostNames
    ? []
    : names.flatMap((name) => [name, ...otherNames(name), ...(byName.get(name) ?? [])])
}

/** Names of the same topic or one close to it, for a folded term. */
export const relatedTerms = (term: string): string[] => [
  ...(byName.get(term) ?? byName.get(bare(term)) ?? byName.get(term.replace(/函数$/, '')) ?? namesWithWord(term)),
]
