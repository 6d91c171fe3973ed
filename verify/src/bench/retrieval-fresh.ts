import { parseRetrieval } from './retrieval-questions'

/**
 * Second held-out set. Its passages are sections drawn at random from the sample content; questions were written from
 * those sections alone, after retrieval-held-out.ts had been measured several times. Retrieval is not tuned on them.
 * Format as in retrieval-questions.ts.
 */
const lines = `
database-practice | 2.1 | 不数空值，得到 0 | 左连接以后统计每本书卖出的次数，为什么不能写 COUNT(*)？
database-practice | 1.1 | 更新异常、插入异常、删除异常 | 更新异常、插入异常和删除异常是怎么产生的？
databases | 5.3 | 三种异常的根子相同 | 更新异常、插入异常和删除异常是怎么产生的？
english-reading | 2.3 | 找谓语动词 | 英语长难句应该怎么一步步拆？
linear-algebra | 2.4 | 面积没了，信息也没了 | 行列式等于零为什么就不可逆？
linear-algebra | 2.2 | 先穿袜子再穿鞋 | 矩阵乘法能不能交换顺序？
machine-learning | 2.3 | 直线会跑出 0 和 1 | 预测及格不及格为什么要套一个 S 形函数？
microeconomics | 3.1 | 叫庇古税 | 什么是庇古税？
microeconomics | 3.3 | 罚款变成价格 | 为什么有了罚款，迟到的人反而更多？
python | 4.1 | 不要自己用逗号切开 | 读 csv 为什么不直接按逗号分割？
campus-writing | 第五章 | 如果这张图丢了 | 报告里怎么用文字描述一张图的结果？
campus-writing | 第六章 | 我有一个朋友 | 朋友的经历能不能当论据？
campus-writing | 第六章 | 由谁来说谁干了多少 | 大家吵起来的时候，怎样写才能让两边都听得进去？
probability-twelve | 第三课 | 两样都会的人被加了两次 | 两件事至少发生一件的概率怎么算？
probability-twelve | 第八课 | 合起来仍然是泊松 | 两个泊松过程加在一起还是泊松吗？
probability-twelve | 第十课 | 它的平均几乎没有起伏 | 赌场为什么总是赢钱？
probability-twelve | 第十一课 | 主持人开门改变不了这一点 | 三扇门的游戏里要不要换门？
study-notes | 第五周 | 粗心是一种说了等于没说的原因 | 做错题总说粗心有什么不好？
c-programming | 1.2 | 负数比正数多一个 | 8 位有符号数为什么是 -128 到 127？
c-programming | 2.1 | 同样的事做两遍 | 递归求幂为什么要先把 half 存下来再平方？
c-programming | 3.2 | 设计者把信任交给了程序员 | C 语言为什么不检查数组下标越界？
c-programming | 5.1 | 从大到小排列成员 | 结构体成员怎么排最省空间？
c-programming | 5.2 | 通向结点的那根线 | 删除链表结点时用二级指针有什么好处？
c-programming | 5.3 | 会自动归还、又不许抄的指针 | unique_ptr 是干什么的？
c-programming | 6.1 | 因为到末尾而读失败过 | 为什么不能用 while (!feof(f)) 读文件？
c-programming | 7.2 | 叫包含保护 | 头文件开头的 #ifndef 有什么用？
c-programming | 7.3 | 第一个属于自己代码 | 程序崩溃以后 backtrace 该怎么看？
data-structures | 1.2 | 额外空间是 | 空间复杂度怎么算？
data-structures | 2.1 | 同一个数被抄了一遍又一遍 | 数组插入元素时为什么要从后往前挪？
data-structures | 2.2 | 叫循环不变式 | 反转链表时要用几个变量，怎么不丢结点？
data-structures | 3.2 | 不一定是你 | 括号不匹配的报错位置为什么常常不是写错的地方？
data-structures | 3.3 | 却要把后面的全部往前挪一格 | 用 Python 列表的 pop(0) 做队列有什么问题？
data-structures | 7.1 | 出度 | 有向图的入度和出度是什么？
data-structures | 8.1 | 交换次数少 | 选择排序相比别的排序有什么优点？
databases | 1.3 | 写进程序就不好了 | 程序里为什么不建议写 select *？
databases | 3.3 | 一次只看一行 | 同时选了两门课的学生，为什么用 AND 查不出来？
databases | 4.1 | 不受空值影响 | NOT EXISTS 和 NOT IN 有什么不同？
databases | 7.1 | 改到 0 行就是余额不足 | 扣款时怎样避免余额变成负数？
discrete-math | 3.1 | 反对称不是 | 反对称和不对称有什么区别？
discrete-math | 5.2 | 每一层的合并代价加起来都是 | 归并排序的递推式怎么解出 nlogn？
discrete-math | 6.1 | 没有奇数长的环 | 怎样判断一个图是不是二部图？
discrete-math | 6.2 | 水电气的管线必有交叉 | 三户人家接水电气的管子为什么一定会交叉？
`

/** Questions without an answer in the sample content: daily life, other subjects, topics that it only mentions. */
const without = `
学校食堂几点开门？
今天江城会下雨吗？
怎样办理休学手续？
我的快递到哪里了？
宿舍几点熄灯？
推荐一部周末看的电影
怎么减肥最快？
感冒了吃什么药好？
光合作用的暗反应发生在哪里？
细胞膜由哪些成分组成？
元素周期表第三周期有哪些元素？
酸碱中和反应的方程式怎么配平？
牛顿第三定律是什么？
凸透镜成像有几种情况？
安史之乱是哪一年爆发的？
辛亥革命的意义是什么？
长江的发源地在哪里？
热带雨林气候有什么特点？
红楼梦的作者是谁？
将进酒的下一句是什么？
民法典里的诉讼时效是多久？
公司股东的权利有哪些？
心理学里的从众效应是什么？
弗洛伊德的人格结构分几层？
钢琴的踏板有什么用？
篮球比赛一节多少分钟？
React 的 useEffect 什么时候执行？
Docker 镜像和容器有什么区别？
Kubernetes 怎样滚动更新？
Git 怎么解决合并冲突？
Java 的垃圾回收器有哪几种？
Rust 的借用检查是怎么回事？
TCP 为什么要三次握手？
HTTPS 的证书是怎么验证的？
卷积神经网络的池化层有什么用？
注意力机制里的 Q、K、V 分别是什么？
拉普拉斯变换怎么求？
傅里叶级数的系数公式是什么？
傅里叶变换和拉普拉斯变换有什么区别？
区块链的共识机制有哪些？
`

export const freshRetrieval = parseRetrieval(lines)
export const freshUnanswerable = without.trim().split('\n')
