import { parseRetrieval } from './retrieval-questions'

/**
 * Third held-out set. Its passages are sections drawn at random from the sample content; the questions were written
 * from those sections before the code of retrieval and the misses of the other sets were read. Retrieval is not tuned
 * on them. Format as in retrieval-questions.ts.
 */
const lines = `
discrete-math | 6.2 | 能画在平面上、边不交叉的图 | 什么样的图是平面图？
data-structures | 1.1 | 这个次数换一台电脑不会变 | 为什么比较算法不直接用秒表计时？
databases | 7.2 | 版本号（乐观锁） | 乐观锁是怎么做的？
data-structures | 3.2 | 遇到左括号，压入栈 | 怎么用栈判断括号匹不匹配？
databases | 钱和时间 | 有的数据库会得到 2 月 28 日 | 1 月 31 日加一个月为什么变成了 3 月 3 日？
discrete-math | 4.3 | 至少有一个巢里有两只或更多 | 鸽巢原理讲的是什么？
databases | 1.1 | 声明式 | SQL 为什么说是声明式的语言？
campus-writing | 第四章 | 姓 + 老师 | 给老师发邮件附件和称呼怎么写？
probability-twelve | 第一课 | 在 0 和 1 之间 | 概率要满足哪三条基本规则？
data-structures | 6.3 | 事件驱动的模拟 | 什么是事件驱动的模拟？
databases | 6.3 | 让列单独站在一边 | 条件里对列用了函数，索引还用得上吗？
c-programming | 5.3 | C++ 强大，也复杂得多 | 有了 C++ 为什么还要学 C？
study-notes | 第三周 | 跳过去，做个记号 | 书上有一段怎么都看不懂怎么办？
linear-algebra | 2.3 | 二阶有现成的公式 | 二阶矩阵的逆怎么求？
probability-twelve | 第四课 | 有没有一个共同的原因 | 两路电源的故障概率可以直接相乘吗？
linear-algebra | 3.2 | 只被拉长，不被转动 | 特征向量是什么意思？
databases | 4.3 | 不管并列，硬排 | rank、dense_rank 和 row_number 有什么区别？
bridges | 第一章 | 上半边被挤，下半边被拉 | 梁弯曲的时候哪一边受拉？
discrete-math | 1.2 | 拒取式 | 常用的有效推理有哪些？
probability-twelve | 第五课 | 人不一定等得到长远 | 期望更高的选择一定更好吗？
data-structures | 1.2 | 先后相加，取大的 | 看到一段代码怎么判断它的时间复杂度？
data-structures | 2.4 | 总数小于 | 动态数组为什么要按两倍扩容？
probability-twelve | 第十一课 | 全概率公式 | 全概率公式是什么？
probability-twelve | 第七课 | 一家五口要么都来 | 航空公司为什么敢超卖机票？
data-structures | 6.2 | 建堆，然后反复取走最小的 | 堆排序是怎么排的？
data-structures | 5.3 | 整个右子树都不用看 | 二叉搜索树怎么查某个范围里的值？
discrete-math | 写一份 | 设有两个，证它们相等 | 证明唯一性一般从哪里开头？
linear-algebra | 2.1 | 和原来的内积是 | 逆时针旋转九十度的矩阵怎么写？
database-practice | 3.3 | 被当成了程序 | 什么是 SQL 注入？
databases | 7.3 | 几十年来一直是最常见的安全漏洞 | 什么是 SQL 注入？
campus-writing | 第五章 | 人数少于三十，直接写人数 | 调查的人很少时能不能写百分比？
c-programming | 未定义行为 | 读没有赋过初值的局部变量 | C 语言里常见的未定义行为有哪些？
databases | 6.3 | 按什么列筛选 | 怎么决定该给哪些列建索引？
data-structures | 4.2 | 每一格放一个小列表 | 拉链法怎么处理哈希冲突？
probability-twelve | 第九课 | 会不会比平均大几十倍 | 什么数据不能用正态分布？
data-structures | 7.3 | 先走完距离为 1 的所有顶点 | 广度优先搜索的过程是怎样的？
algorithms-stories | 第三晚 | 每次从队头取一个出来 | 广度优先搜索的过程是怎样的？
probability-twelve | 第三课 | 略大于一半 | 掷四次骰子至少出一次 6 的概率是多少？
microeconomics | 2.4 | 总代价没有消失 | 房租限价以后会出现什么问题？
c-programming | 4.2 | 不用重新编译就能检查 | 有什么工具可以查内存错误？
campus-writing | 第五章 | 标题最好是一句结论 | 报告里的图应该起什么样的标题？
data-structures | 3.3 | 快一截 | 到达和处理的速度一样快，队伍会越来越长吗？
linear-algebra | 2.4 | 面积变成原来的几倍 | 行列式的几何意义是什么？
discrete-math | 1.3 | 叫论域 | 谓词的论域是什么？
databases | 4.2 | 拿上一轮新得到的行去找下一批 | 递归 CTE 是怎么一轮一轮执行的？
machine-learning | 3.2 | 随机森林 | 决策树有什么缺点？
algorithms-stories | 第八晚 | 每次邀请都往自己的名单后面走一步 | 怎么证明稳定匹配的算法一定会结束？
c-programming | 3.2 | 都只是一个地址，长度的信息丢了 | 数组传进函数以后为什么 sizeof 不对了？
c-programming | 2.2 | 全局变量、static 变量、字符串常量 | C 程序的静态区、栈和堆各放什么？
discrete-math | 1.1 | 充分条件 | 充分条件和必要条件怎么分？
probability-twelve | 第四课 | 赌徒谬误 | 连续五次正面以后，下一次更可能是反面吗？
c-programming | 5.1 | 这叫浅复制 | 结构里有指针，直接赋值会出什么问题？
`

const without = `
微波炉能热不锈钢饭盒吗？
下周三体育课改到哪个场馆了？
怎么注销我的银行卡？
养猫第一年要打哪些疫苗？
火车票改签要收多少手续费？
螺蛳粉为什么这么臭？
今年国庆调休怎么安排？
失眠有什么办法快速入睡？
租房合同要注意哪些条款？
手机摔了屏幕换一块多少钱？
唐朝的科举考哪些科目？
鸦片战争是哪一年爆发的？
DNA 的双螺旋结构是谁发现的？
三羧酸循环发生在细胞的什么位置？
苯环为什么稳定？
原电池的正极发生什么反应？
牛顿第三定律的内容是什么？
楞次定律怎么判断感应电流的方向？
洋流对气候有什么影响？
板块构造学说讲了什么？
日语的被动态怎么变？
法语的阴性名词怎么记？
红楼梦里刘姥姥几进大观园？
宪法规定的公民基本权利有哪些？
合同无效的情形有哪些？
多元函数的全微分怎么求？
拉普拉斯变换有什么用？
傅里叶级数怎么展开？
斯托克斯公式怎么用？
群同态基本定理怎么证明？
CPU 的五级流水线是哪五级？
触发器和锁存器有什么区别？
Kafka 的分区有什么用？
Java 的反射机制有什么用？
编译器的语法分析怎么做？
卷积神经网络的池化层有什么用？
Transformer 的注意力机制怎么算？
支持向量机的核函数有哪些？
强化学习的 Q-learning 怎么更新？
红黑树插入以后怎么旋转？
B+ 树分裂节点的步骤是什么？
AVL 树怎么判断失衡？
KMP 的 next 数组怎么求？
线段树怎么做区间修改？
Rust 的所有权和借用规则是什么？
Java 的垃圾回收器有哪几种？
React 的 useEffect 什么时候执行？
Docker 镜像怎么分层？
凯恩斯的乘数效应是什么？
通货膨胀率怎么计算？
`

export const thirdRetrieval = parseRetrieval(lines)
export const thirdUnanswerable = without.trim().split('\n')
