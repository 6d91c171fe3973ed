import { parseRetrieval } from './retrieval-questions'

/**
 * Fourth held-out set. Its passages are sections drawn at random from the sample content; the questions were written
 * from those sections before the code of retrieval and the misses of the other sets were read. Retrieval is not tuned
 * on them. Format as in retrieval-questions.ts.
 */
const lines = `
study-notes | 第六周 | 好的问题里有答案的一半 | 不会做的题怎么向别人提问比较好？
c-programming | 7.2 | 先找自己目录里的 | include 后面写尖括号和双引号有什么不同？
data-structures | 8.1 | 某一趟没有发生交换，就可以提前收工 | 冒泡排序什么时候可以提前结束？
c-programming | 2.2 | 只在程序开始时赋一次初值 | 函数里的变量加了 static 为什么数字会一直往上加？
discrete-math | 2.2 | 容斥公式是 | 很多个集合并起来有多少元素，公式怎么写？
c-programming | 5.3 | 现成的 | C++ 的 vector 相当于 C 里的什么？
data-structures | 6.3 | 单子有 | 怎样把很多个已经排好序的列表合成一个？
databases | 6.3 | 让列单独站在一边 | 明明建了索引，为什么查询还是全表扫描？
linear-algebra | 2.1 | 最后一台会丢信息 | 什么样的矩阵变换会丢失信息？
discrete-math | 6.1 | 边不多时省地方 | 邻接表和邻接矩阵分别是什么，图在程序里怎么存？
data-structures | 7.1 | 给每个顶点记一张 | 邻接表和邻接矩阵分别是什么，图在程序里怎么存？
discrete-math | 5.3 | 绝对值最大的根叫 | 递推数列的主根是什么？
databases | 3.2 | 左表的每一行至少出现一次 | left join 没匹配上的行会怎么样？
databases | 1.3 | 将来表里加了一列 | 为什么程序里不要写 select *？
data-structures | 7.2 | 能往前就往前，不能了才退回 | dfs 是怎么走的？
c-programming | 大端 | 网络协议早有约定 | 网络字节序是大端还是小端？
data-structures | 掷硬币 | 每插入一个元素，就为它掷硬币 | 跳表里一个元素有几层是怎么决定的？
c-programming | 3.2 | 传进函数以后就不行了 | 为什么在函数里用 sizeof 求数组长度不对？
discrete-math | 4.2 | 这一步叫除法原理 | 几个人围着圆桌坐有多少种坐法？
discrete-math | 6.2 | 并回到起点，叫 | 哈密顿回路和欧拉回路差在哪里？
algorithms-stories | 第五晚 | 最早结束 | 一间教室怎样安排最多的活动？
databases | 4.1 | 要拿到另一张表的 | 什么时候用子查询，什么时候用连接？
discrete-math | 4.3 | 必有两个人握手的次数相同 | 聚会上为什么一定有两个人握手次数一样？
c-programming | 5.2 | 归还的次序是先孩子、后自己 | 释放一棵树的内存应该按什么顺序？
algorithms-stories | 第四晚 | 同样的问题被问了无数遍 | 递归求上楼梯的走法为什么特别慢？
discrete-math | 3.3 | 剩下的就是 | 哈斯图怎么画，哪些线可以不画？
databases | 6.1 | 按大小排好序 | 数据库索引内部是什么结构，为什么查得快？
discrete-math | 6.2 | 相邻的国家颜色不同 | 四色定理说的是什么？
database-practice | 1.3 | 第二个会被库拒绝 | 怎样防止库存变成负数？
discrete-math | 3.1 | 名单便于推理，矩阵便于计算，图便于看 | 一个关系可以用哪几种方式表示？
databases | 2.2 | 截取的是排好序的结果 | sql 语句各个子句的执行顺序是怎样的？
data-structures | 8.1 | 相等的元素保持原来的先后 | 排序算法的稳定性是什么意思？
c-programming | 5.3 | 会自动归还、又不许抄的指针 | unique_ptr 是什么？
data-structures | 8.2 | 归并要另外开一块 | 归并排序有什么缺点？
c-programming | 2.1 | 只能靠返回值说话 | c 语言没有异常，函数失败了怎么通知调用的人？
databases | 1.3 | 关键字大写，表名、列名小写 | sql 的书写规范有哪些？
databases | 3.1 | 两张表怎么配 | 连接条件写在 on 里还是 where 里？
discrete-math | 4.1 | 无损压缩能把所有文件都变小 | 有没有一种压缩算法能压小任何文件？
probability-twelve | 第十一课 | 先按情形分开，各算各的 | 全概率公式怎么理解？
c-programming | 4.2 | 负责还的那个叫拥有者 | malloc 来的内存应该由谁来 free？
data-structures | 5.1 | 从它走到最深的叶子要经过几条边 | 树的深度和高度有什么区别？
algorithms-stories | 第七晚 | 柜子有人了，就放下一个空的 | 两个名字算出同一个柜号该怎么处理？
discrete-math | 1.3 | 全称配蕴涵，存在配合取 | 「所有学生都勤奋」用量词怎么写？
discrete-math | 2.1 | 的每个元素都在 | 子集的定义是什么？
data-structures | 1.3 | 没有特别说明时，复杂度指的是 | 平时说复杂度说的是最好还是最坏的情况？
data-structures | 8.3 | 先挑一个数作 | 快速排序的思路是什么？
linear-algebra | 2.4 | 面积没了，信息也没了 | 行列式等于零说明什么？
c-programming | 6.1 | 一行坏了，只跳过一行 | c 语言读文件遇到格式不对的行怎么办？
campus-writing | 第六章 | 承认它，但说明不够重 | 写议论文时怎样回应反方的意见？
data-structures | 6.1 | 拿最后一个 | 从堆里取走最小的元素以后怎么调整？
c-programming | 2.2 | 任何函数都能改它 | 为什么不推荐用全局变量？
discrete-math | 4.1 | 第一个输入 | 从 4 个元素到 3 个元素有多少个函数？
databases | 7.3 | 语句里留一个占位符 | 参数化查询为什么能防住 sql 注入？
databases | 4.1 | 里层查到一行就算成立 | exists 是怎么用的？
data-structures | 4.3 | 顺时针遇到的 | 一致性哈希怎么决定数据放在哪台机器？
algorithms-stories | 第二晚 | 从右往左比，找到自己的位置插进去 | 插入排序是怎么做的？
data-structures | 8.1 | 越接近排好，做得越少 | 插入排序是怎么做的？
microeconomics | 2.1 | 谁放弃得少 | 什么叫比较优势？
machine-learning | 3.1 | 它把噪声也背了下来 | 过拟合是怎么回事？
databases | 7.2 | 所有人按同样的次序拿锁 | 怎样避免数据库死锁？
bridges | 第一章 | 上半边被 | 木梁弯的时候里面受什么力？
machine-learning | 3.3 | 漏掉（疾病、火灾） | 查疾病的模型应该看召回率还是精确率？
probability-twelve | 第九课 | 68.3% | 正态分布里三个标准差以内占多少？
`

const without = `
宿舍空调开多少度省电？
怎么报考英语四级？
番茄炒蛋先放什么？
北京到上海的高铁要多久？
骑车摔伤了怎么处理伤口？
奖学金要交多少税？
贷款买房要准备什么材料？
安史之乱的起因是什么？
光合作用的暗反应在哪里进行？
化学平衡常数怎么写？
洛伦兹力的方向怎么判断？
地球的四季是怎么形成的？
德语的四格怎么变？
水浒传里武松在哪里打虎？
民法典对借条有什么规定？
格林公式的条件是什么？
偏微分方程怎么分离变量？
环的理想和正规子群有什么关系？
卡诺图怎么化简逻辑函数？
蓝牙配对时密钥怎么协商？
GPU 的显存是怎么分块的？
RocketMQ 怎么保证消息不丢？
Go 语言的 channel 有缓冲和无缓冲的区别？
LSTM 的遗忘门有什么用？
主成分分析的步骤是什么？
后缀自动机怎么构造？
莫队算法怎么分块？
Kubernetes 的 Pod 怎么重启？
CSS 的 grid 怎么分成三列？
国内生产总值怎么核算？
`

export const fourthRetrieval = parseRetrieval(lines)
export const fourthUnanswerable = without.trim().split('\n')
