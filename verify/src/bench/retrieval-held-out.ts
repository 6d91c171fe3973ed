import { parseRetrieval } from './retrieval-questions'

/**
 * Questions written from the sample content alone, before retrieval was changed; retrieval is not tuned on them.
 * Format as in retrieval-questions.ts. If two books answer a question, it has a line for each: either counts.
 */
const lines = `
data-structures | 1.1 | 只和方法有关 | 比较两个算法的快慢，为什么数步数比计时更好？
data-structures | 1.2 | 大 O 给的是 | 把 O(n) 的算法说成 O(n²) 的算错吗？
data-structures | 1.2 | 每次减半，就是对数 | 什么样的循环是 log n 级别的？
data-structures | 1.3 | 任何算法都可以在开头加一句 | 为什么一般不谈最好情况的复杂度？
data-structures | 1.3 | 如果只找一次 | 只查一次的话还值得先排序吗？
data-structures | 2.1 | 后面所有的房子都得往后挪一间 | 往数组中间插入一个元素为什么慢？
data-structures | 2.1 | 如果次序无所谓 | 不在意顺序的时候，怎样一步删掉数组里的元素？
data-structures | 2.2 | 后半条链就再也找不到了 | 链表插入结点时两句赋值的顺序写反了会怎样？
data-structures | 2.3 | 手机里的“最近使用”列表 | LRU 缓存可以用什么结构实现？
data-structures | 2.4 | 均摊不是碰运气的 | 均摊复杂度和平均复杂度有什么区别？
data-structures | 3.1 | 编辑器里的“撤销”也是栈 | 撤销功能背后用的是什么数据结构？
data-structures | 3.3 | 分不清空与满 | 循环队列怎么区分队空和队满？
data-structures | 3.4 | 把队尾所有 | 怎样在线性时间里求每个滑动窗口的最大值？
data-structures | 3.4 | inbox 管进 | 只有栈没有队列，怎么做到先进先出？
data-structures | 4.1 | 列表不能当字典的键 | 为什么 Python 字典的键不能是 list？
data-structures | 4.2 | 叫做拉链法 | 哈希表里两个键撞到同一格，用链表怎么解决？
algorithms-stories | 第七晚 | 每个柜子挂一个小单子 | 哈希表里两个键撞到同一格，用链表怎么解决？
data-structures | 4.3 | 叫虚拟结点 | 一致性哈希里的虚拟节点解决了什么问题？
data-structures | 5.1 | 没有孩子的结点 | 树里的叶子、深度、高度是什么意思？
data-structures | 5.2 | 只知道前序和后序却不行 | 光有前序和后序为什么不能确定一棵二叉树？
data-structures | 5.3 | 让孩子顶上来 | 二叉搜索树删掉一个结点要分哪几种情况？
data-structures | 5.3 | 树成了一条链，查找退化为 | 按顺序插入数据为什么会让搜索树变慢？
data-structures | 6.1 | 从上到下、从左到右编号 | 堆为什么可以直接用数组来存？
data-structures | 6.2 | 绝大多数结点都在底下 | 建堆的时间复杂度为什么是 O(n)？
data-structures | 6.3 | 堆顶放的是最容易被淘汰的 | 找最大的 10 个数为什么反而要用小根堆？
data-structures | 7.1 | 边多的稠密图 | 邻接表和邻接矩阵分别适合什么样的图？
data-structures | 7.2 | 粉笔记号不能省 | DFS 不记录访问过的点会怎样？
data-structures | 7.3 | 沿着来路一步步倒着走 | 广度优先搜索怎样还原出具体的路线？
algorithms-stories | 第三晚 | 既记住来路 | 广度优先搜索怎样还原出具体的路线？
data-structures | 7.4 | 长度不会是负的 | Dijkstra 为什么不能处理负权边？
data-structures | 8.1 | 相等的元素保持原 | 什么是排序的稳定性？
algorithms-stories | 第二晚 | 两个人一样高 | 什么是排序的稳定性？
data-structures | 8.3 | 总拿第一个当基准 | 快排遇到已经有序的数据为什么会很慢？
data-structures | 8.4 | 这就是比较排序的下界 | 有没有可能设计出比 nlogn 更快的比较排序？
algorithms-stories | 第二晚 | 如果只靠两两比较，不可能 | 有没有可能设计出比 nlogn 更快的比较排序？
discrete-math | 6.3 | 用比较来排序，最坏至少要 | 有没有可能设计出比 nlogn 更快的比较排序？
data-structures | 8.4 | 101 个格子 | 分数都是 0 到 100 的整数，有没有更快的排序办法？
c-programming | 1.1 | 是预处理找不到头文件 | fatal error: No such file 是哪一步出的错？
c-programming | 1.1 | 请编译器把能想到的可疑之处都说出来 | 编译时加 -Wall -Wextra 有什么用？
c-programming | 1.2 | 每一位取反，再加一 | 负数的补码怎么求？
c-programming | 1.2 | 什么都可能发生 | 有符号整数溢出以后结果是什么？
c-programming | 1.3 | 朝零截断 | C 语言里 7/2 等于多少，为什么？
c-programming | 1.3 | 会一直往下执行 | switch 忘写 break 会发生什么？
c-programming | 2.1 | 换的是抄件 | 为什么在函数里交换两个 int 没有效果？
c-programming | 2.2 | 钟点房就收回了 | 函数能不能返回局部变量的地址？
c-programming | 2.2 | 它住在静态区 | static 局部变量和普通局部变量有什么不同？
c-programming | 3.1 | 但 p 可以改指别处 | const int *p 和 int *const p 有什么区别？
c-programming | 3.2 | 传进函数以后就不行了 | 为什么在函数里对数组参数用 sizeof 得不到数组长度？
c-programming | 3.3 | 比的是地址 | C 的两个字符串能用 == 比较吗？
c-programming | 3.3 | 遇到空格就停 | C 语言怎样读入带空格的一整行？
c-programming | 4.1 | 旧的那块还在 | realloc 失败会不会丢掉原来的内存？
c-programming | 4.2 | 借了没还，地址又弄丢了 | 什么是内存泄漏？
c-programming | 5.1 | 原因是对齐 | 结构体的大小为什么比各成员加起来大？
c-programming | 5.2 | 先还了再去看里面的内容 | 释放链表时常犯什么错误？
c-programming | 6.1 | 原来的内容立刻没了 | fopen 用 w 方式打开已有的文件会怎样？
c-programming | 6.1 | 初学者爱写 | while(!feof(f)) 这种写法有什么问题？
c-programming | 7.1 | 每个参数加括号 | 宏的参数为什么要加括号？
c-programming | 7.2 | 看到这个报错，先查名字 | 链接时报 undefined reference 怎么办？
c-programming | 7.3 | 先试前五百行 | 很大的输入文件会让程序出错，怎么缩小范围？
c-programming | 5.3 | 给结构配上析构函数 | C++ 的析构函数什么时候被调用？
databases | 1.2 | 指向另一张表主键 | 外键是什么？
databases | 5.2 | 指向的那一行必须存在 | 外键是什么？
databases | 2.1 | 判断空值只能用 | 为什么 city = NULL 查不到任何行？
database-practice | 2.3 | 所以判断空 | 为什么 city = NULL 查不到任何行？
databases | 2.2 | OFFSET 100000 并不是 | 用 OFFSET 翻到很后面的页为什么慢？
databases | 2.3 | 在分堆之后挑堆 | WHERE 和 HAVING 有什么区别？
database-practice | 2.2 | 在分堆之后，挑堆 | WHERE 和 HAVING 有什么区别？
databases | 3.1 | 先把左表的每一行与右表的每一行都拼一遍 | 内连接和笛卡尔积是什么关系？
databases | 3.2 | 左表的每一行至少出现一次 | LEFT JOIN 和普通的 JOIN 差在哪里？
databases | 3.3 | 全部，不去重，更快 | UNION 和 UNION ALL 哪个会去掉重复？
databases | 4.1 | 里面用到了外面那一行的值 | 什么叫相关子查询？
databases | 4.2 | 视图不存数据 | 视图里存的是数据吗？
databases | 4.3 | row_number 不管并列 | rank、dense_rank 和 row_number 有什么区别？
databases | 5.1 | 一张中间表，两个外键 | 多对多的联系怎样转成表？
databases | 3.3 | 学生和课程是多对多 | 多对多的联系怎样转成表？
databases | 5.2 | 跟着一起删 | 删除主表的行时，怎样让子表的行自动删掉？
databases | 5.3 | 每个格子只放一个值 | 第一范式要求什么？
databases | 5.3 | 罗清野换了电话，要改许多行 | 插入异常、更新异常、删除异常分别指什么？
databases | 6.1 | 一个结点里放几百个值 | 数据库索引为什么用 B 树？
databases | 6.3 | 条件要从索引最左边的列开始 | 联合索引的最左前缀原则是什么？
databases | 7.1 | 断电也不会丢 | ACID 四个字母分别代表什么？
database-practice | 3.2 | 约束始终成立 | ACID 四个字母分别代表什么？
databases | 7.2 | 甲改了余额还没提交 | 什么是脏读？
databases | 7.2 | 所有人按同样的次序拿锁 | 怎么避免死锁？
databases | 7.3 | 语句里留一个占位符 | 怎样防止 SQL 注入？
database-practice | 3.3 | 问号是占位符 | 怎样防止 SQL 注入？
discrete-math | 1.1 | 充分条件 | 充分条件和必要条件怎么区分？
discrete-math | 1.2 | 每个字母取非 | 德摩根律说的是什么？
discrete-math | 1.3 | 所有学生都勤奋 | “所有学生都勤奋”用谓词公式怎么写？
discrete-math | 2.1 | 的所有子集组成的集合 | 什么是幂集，有多少个元素？
discrete-math | 2.2 | 人人都没摸到自己的 | 错位排列怎么计算？
discrete-math | 3.1 | 反对称不是 | 反对称和不对称是一回事吗？
discrete-math | 3.2 | 同时满足自反、对称、传递 | 等价关系要满足哪些条件？
discrete-math | 3.3 | 没有比它更大的 | 极大元和最大元有什么不同？
discrete-math | 4.2 | 买 6 个包子 | 隔板法怎么用？
probability-twelve | 第二课 | 12 个位置里选 2 个放隔板 | 隔板法怎么用？
discrete-math | 4.3 | 至少有一个巢里有两只 | 鸽巢原理的内容是什么？
discrete-math | 5.1 | 归纳假设 | 数学归纳法分哪两步？
discrete-math | 5.3 | 它的根叫特征根 | 特征方程怎么用来解递推关系？
discrete-math | 6.2 | 当且仅当每个点的度都是偶数 | 一张图能一笔画完的条件是什么？
discrete-math | 6.3 | 克鲁斯卡尔算法 | 最小生成树用什么算法求？
discrete-math | 7.1 | 不断用余数代替大数 | 辗转相除法为什么能求出最大公因数？
discrete-math | 7.3 | 取两个不同的大素数 | RSA 的公钥和私钥是怎么生成的？
probability-twelve | 第四课 | 这叫赌徒谬误 | 赌徒谬误是什么意思？
probability-twelve | 第五课 | 最后一种最难 | 集齐一套卡片平均要买多少包？
probability-twelve | 第六课 | 这叫回归平均 | 什么是回归平均？
probability-twelve | 第十一课 | 换了赢的可能性 | 三扇门的游戏里为什么应该换门？
probability-twelve | 第十二课 | 真患病的只有 9 人 | 检测呈阳性，真的得病的可能性为什么那么小？
campus-writing | 第七章 | 仍是抄袭 | 把原文换几个同义词算不算抄袭？
study-notes | 第四周 | 从脑子里往外拿 | 反复重读为什么记不住，应该怎么复习？
machine-learning | 3.3 | 真有病的里面找到几成 | 召回率和精确率怎么算？
microeconomics | 1.1 | 所放弃的那些选择 | 机会成本是什么？
`

export const heldOutRetrieval = parseRetrieval(lines)

/** Questions that the content does not answer: daily life, other subjects, and topics that it only mentions. */
export const heldOutUnanswerable = `
红烧排骨要炖多久才烂？
宿舍空调不制冷怎么办？
怎样挑一个甜的西瓜？
感冒了应该吃什么药？
从武汉坐高铁到长沙要多久？
怎么给手机换电池？
羽毛球拍磅数怎么选？
早上几点跑步对身体最好？
身份证丢了去哪里补办？
怎么养好一盆绿萝？
衬衫上的油渍怎么洗掉？
第一次租房合同要注意什么？
笔记本电脑风扇声音大怎么清理？
怎么做一杯拿铁咖啡？
近视眼手术有什么风险？
学校附近有什么好吃的火锅？
怎么学会自由泳换气？
失眠的时候怎样快速入睡？
吉他入门先练哪几个和弦？
怎么办理出国签证？
猫咪绝育多大合适？
理发店办卡划算吗？
怎么拍好夜景照片？
骑车摔伤了膝盖怎么处理？
端午节放几天假？
怎么退掉已经买的火车票？
火锅底料怎么炒？
面试的时候穿什么合适？
怎样煮出溏心蛋？
减肥期间晚饭能不能吃米饭？
信用卡年费怎么免？
怎么和室友相处得更好？
牙疼应该挂什么科？
去西藏旅游要准备什么？
光合作用分成哪两个阶段？
牛顿第三定律说的是什么？
唐朝的安史之乱是怎么结束的？
什么是氧化还原反应？
鲁迅为什么弃医从文？
板块构造学说的主要内容是什么？
欧姆定律怎么用？
细胞有丝分裂有几个时期？
民法典对合同效力是怎样规定的？
GDP 是怎么核算的？
凯恩斯主义主张什么？
弗洛伊德的人格结构包括哪些？
虚拟语气里 if 从句用什么时态？
日语的敬语怎么分类？
麦克斯韦方程组有几个方程？
pH 值是怎么定义的？
什么是边际消费倾向？
黑洞的视界是什么？
孟德尔的豌豆实验得到什么规律？
文艺复兴三杰是谁？
三角函数的和差化积公式有哪些？
拉格朗日中值定理怎么证明？
傅里叶级数收敛的条件是什么？
格林公式和斯托克斯公式有什么联系？
什么是拉普拉斯变换？
二极管为什么单向导电？
卷积神经网络的池化层有什么用？
Transformer 的自注意力怎么算？
强化学习里的 Q 值是什么？
Linux 里怎么修改文件权限？
CSS 的 flex 布局怎么居中？
React 的 useEffect 什么时候执行？
红黑树插入时怎样旋转和变色？
Git 合并冲突怎么解决？
Docker 容器和虚拟机有什么不同？
Java 的接口和抽象类有什么区别？
Rust 的借用检查器有哪些规则？
Go 语言的 goroutine 怎么调度？
怎样安装 PostgreSQL 并创建用户？
Valgrind 的命令行参数有哪些？
四色定理是怎么证明的？
费马大定理为什么难证？
图灵机由哪几部分组成？
魔方用什么公式还原最后一层？
华容道最少要走多少步？
量子计算机怎样分解大整数？
椭圆曲线密码是怎么加密的？
布隆过滤器的误判率怎么算？
KMP 算法的 next 数组怎么求？
动态规划里的四边形不等式是什么？
线段树的懒标记怎么下传？
A* 算法的启发函数怎么选？
Bellman-Ford 算法要松弛几轮？
MongoDB 的文档模型适合什么场景？
Redis 的持久化有哪几种方式？
数据库分库分表应该怎么设计？
正则表达式的贪婪匹配是什么？
Makefile 里的自动变量有哪些？
Python 的装饰器怎么写？
Python 的生成器和协程有什么区别？
C 语言怎样创建多线程？
C++ 的虚函数表是怎么实现的？
马尔可夫链的平稳分布怎么求？
假设检验里的 p 值怎么解释？
最大似然估计怎么做？
主成分分析怎么降维？
`
  .trim()
  .split('\n')
