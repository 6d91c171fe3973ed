/**
 * Questions that a student might ask about the sample content in their own words. Each line: curriculum, beginning of
 * the chapter title, words of the passage that answers the question, question.
 */
const lines = `
data-structures | 1.1 | 秒表给出的数字里混着太多别的东西 | 为什么不直接用秒表计时来比较两个程序的快慢？
data-structures | 1.1 | 选那个最费时、次数最多的动作 | 数步骤的时候应该数哪个动作？
data-structures | 1.2 | 丢掉前面的系数 | 大O记号里为什么可以忽略系数？
data-structures | 1.2 | 嵌套相乘 | 两层循环嵌套的复杂度怎么算？
data-structures | 1.3 | 查一个不存在的书名 | 为什么说最坏情况其实并不少见？
data-structures | 2.1 | 元素大小相同、紧挨着放 | 数组在内存里是怎么存放的？
data-structures | 2.1 | 一张写着地址的小纸条 | Python 的列表里为什么可以放不同类型的数据？
data-structures | 2.2 | 数组是默认的选择 | 写程序的时候什么情况下用链表而不用数组？
data-structures | 2.3 | 哨兵不改变大 O | 链表里加哨兵有什么好处？
data-structures | 2.4 | 抄写次数始终不到 | 动态数组每次容量翻倍，平均抄写多少次？
data-structures | 3.1 | 栈溢出 | 函数一直调用自己不返回会发生什么？
data-structures | 3.1 | append 入栈 | 用 Python 的列表怎么当栈用？
data-structures | 3.2 | 后缀表达式 | 后缀表达式为什么不需要括号？
data-structures | 3.2 | 先弹出的是右边的数 | 计算后缀表达式时弹出的两个数谁在左谁在右？
data-structures | 3.3 | 一个窗口忙得过来吗 | 食堂打饭一个窗口为什么还是会排长队？
data-structures | 3.4 | 一串小数组 | Python 的 deque 内部是怎样实现的？
data-structures | 4.1 | 直接寻址 | 什么是直接寻址？
data-structures | 4.1 | 有没有两个数加起来等于目标 | 怎样快速判断有没有两个数相加等于目标值？
data-structures | 4.2 | 线性探测 | 线性探测是怎么处理哈希冲突的？
data-structures | 4.2 | 负载因子 | 负载因子说明了什么？
data-structures | 4.3 | 除数从 4 变成 5 | 机器从4台变成5台，取余的办法要搬走多少照片？
data-structures | 5.1 | 恰好有 | n个结点的树有多少条边，为什么？
data-structures | 5.2 | 先处理父亲再处理孩子 | 前序、中序、后序遍历各有什么用处？
data-structures | 5.3 | 检查一棵树是不是搜索树 | 怎么检查一棵二叉树是不是搜索树？
data-structures | 6.1 | 为什么一定要和较小的孩子换 | 堆下沉时为什么要和较小的孩子交换？
data-structures | 6.2 | 自下而上建堆是 | 自下而上建堆为什么只要线性时间？
data-structures | 6.3 | 用两个堆 | 怎样用堆实时求中位数？
data-structures | 7.1 | 握过奇数次手的人 | 为什么聚会上握过奇数次手的人一定是偶数个？
data-structures | 7.2 | 能往前就往前 | 深度优先搜索是怎么走的？
data-structures | 7.3 | 离起点近的先出队 | 广度优先为什么能找到最短的路？
data-structures | 8.1 | 逆序对的个数 | 插入排序挪动的次数和逆序对有什么关系？
data-structures | 8.1 | 冒泡排序名气很大 | 为什么实际中几乎不用冒泡排序？
data-structures | 8.3 | 总拿第一个当基准 | 快速排序总选第一个元素当基准会有什么问题？
data-structures | 8.4 | 归并与插入的结合 | Python 的 sorted 用的是什么排序方法？
databases | 1.1 | 电子表格就很好 | 什么时候用电子表格就够了，不需要数据库？
databases | 1.2 | 外键 | 外键是用来做什么的？
databases | 1.3 | 星号是「所有列」的意思 | 正式的程序里为什么不建议写 SELECT 星号？
databases | 2.1 | 最后一项永远是未知 | NOT IN 里有 NULL 为什么一行也查不出来？
databases | 2.2 | 给排序一个最终的裁判 | 排序时遇到平局怎样保证结果是确定的？
databases | 2.3 | 空值在分组时自成一堆 | 按一列分组时空值会怎么样？
databases | 3.1 | 老式写法把表用逗号隔开 | 用逗号连接两张表的老式写法有什么坏处？
databases | 3.2 | 先用一句中文说出结果里必须有谁 | 怎么判断该用左连接还是内连接？
databases | 3.3 | 当时卖了多少钱 | 订单明细里为什么要自己记成交价？
databases | 4.1 | 括号里外是两条各自独立的查询 | 子查询会不会自动继承外面的条件？
databases | 4.2 | 视图不存数据 | 视图有什么用处，它存数据吗？
databases | 4.2 | 公用表表达式 | 公用表表达式 WITH 解决了什么问题？
databases | 5.1 | 名词可能是实体或属性 | 设计数据库时怎样从一段需求描述里找出实体和联系？
databases | 5.2 | 超键 | 超键和候选键有什么区别？
databases | 5.3 | 每一列都只取决于键 | 范式的核心思想用一句话怎么说？
databases | 6.1 | 按大小排好序 | 数据库的索引里存的是什么？
databases | 6.1 | 三层就能管 | B 树的结点为什么要有那么多分叉？
databases | 6.3 | 电话簿按「姓，名」排序 | 复合索引为什么要注意列的次序？
databases | 7.1 | 重启时，数据库读一遍日志 | 数据库断电重启之后怎样恢复没做完的事务？
databases | 7.2 | 共享锁 | 共享锁和排他锁有什么不同？
databases | 7.3 | 所以叫 N+1 | N+1 查询问题是什么意思？
databases | 7.3 | 参数只能代替值 | SQL 的参数能不能代替表名？
discrete-math | 1.1 | 逆否命题与原命题同真同假 | 逆否命题和原命题是什么关系？
discrete-math | 1.2 | 只要前提全真，结论就一定真 | 一个推理有效是什么意思？
discrete-math | 1.3 | 叫谓词 | 什么是谓词？
discrete-math | 2.1 | 集合不管次序 | 集合里重复的元素算几个？
discrete-math | 2.2 | 包容，排斥，再包容 | 容斥原理的名字是怎么来的？
discrete-math | 3.1 | 父亲」复合「父亲」 | 关系的复合怎么理解？
discrete-math | 3.3 | 袜子在鞋之前 | 用穿衣服的例子解释什么是偏序
discrete-math | 4.2 | 除法原理 | n个人围着圆桌坐有多少种坐法？
discrete-math | 5.1 | 两组没有重叠 | 所有马都是同一种颜色的归纳证明错在哪里？
discrete-math | 6.1 | 它的等价类叫连通分支 | 什么叫连通分支？
discrete-math | 6.2 | 哈密顿回路 | 欧拉回路和哈密顿回路哪个难判断？
discrete-math | 6.3 | 先序（根、左、右） | 二叉树先序中序后序的次序分别是什么？
discrete-math | 7.1 | 余数至少减半 | 辗转相除法为什么很快？
discrete-math | 7.2 | 反复平方 | 怎么快速求一个数的一百次方除以某数的余数？
c-programming | 1.1 | 没有人替你把关 | C 语言为什么下标越界也不报错？
c-programming | 1.2 | 每四个二进制位写成一个符号 | 写 C 的人为什么喜欢用十六进制？
c-programming | 1.3 | 让 scanf 的返回值来当循环的条件 | 不知道有多少个输入时循环怎么写？
c-programming | 2.1 | 括号里请写 void | 没有参数的函数括号里为什么要写 void？
c-programming | 2.2 | 变量的地盘越小越好 | 为什么变量的作用范围越小越好？
c-programming | 3.1 | 这叫空指针 | 空指针是什么，访问它会怎样？
c-programming | 3.2 | 编译器多半不吭声 | 数组写越界了会有什么后果？
c-programming | 3.3 | 比内容要用 strcmp | 两个字符串为什么不能直接用等号比较？
c-programming | 4.1 | 旧的那块还在 | realloc 的返回值为什么不能直接赋给原来的指针？
c-programming | 4.2 | Valgrind | 有什么工具可以检查内存错误？
c-programming | 5.2 | 通向结点的那根线 | 删除链表结点时用指向指针的指针有什么好处？
c-programming | 6.1 | 先用 fgets 读一行 | 读文本文件时 fscanf 有什么毛病，怎么读更稳妥？
c-programming | 7.1 | do { … } while (0) | 宏外面为什么要套一层 do while？
c-programming | 7.3 | 正是折半查找 | 程序读一千行的文件出错，怎样很快找到是哪一行？
python | 1.3 | 报错的行是发现问题的地方 | 报错的那一行就是写错的地方吗？
python | 2.2 | 从严到宽 | 几个条件有重叠的时候判断的次序应该怎么写？
python | 3.1 | 含头不含尾 | 切片 queue[1:3] 取到的是哪几个？
python | 4.1 | 格子里的文字也可能有逗号 | 读 csv 文件为什么不要自己用逗号切开？
linear-algebra | 1.2 | 这个个数就是维数 | 基和维数是什么关系？
linear-algebra | 2.2 | 中间两个数要相等 | 两个矩阵什么时候能相乘？
machine-learning | 3.1 | 这叫过拟合 | 什么是过拟合？
machine-learning | 2.2 | 往下坡的方向迈一小步 | 梯度下降的思路是什么？
machine-learning | 1.2 | 免得打平 | 近邻算法的 k 为什么常用奇数？
microeconomics | 1.1 | 最好的一个的价值 | 机会成本怎么算？
microeconomics | 1.2 | 决定看边际，不看平均 | 为什么做决定要看边际而不是平均？
database-practice | 2.3 | 意思是不知道 | NULL 和 0 还有空字符串有什么不同？
probability-twelve | 第四课 | 冲淡 | 硬币连出五次正面，后面会补回来吗？
probability-twelve | 第十一课 | 主持人知道 | 三门问题里主持人知不知道车在哪里为什么重要？
probability-twelve | 第八课 | 只为平均做准备 | 为什么只按平均数准备会不够用？
campus-writing | 第四章 | 附件的名字写清楚 | 给老师发邮件时附件应该怎么命名？
`

/** Further questions, used when the size of passages was chosen. */
const further = `
discrete-math | 3.2 | 三条缺一不可 | 等价关系要满足哪几个条件？
microeconomics | 3.1 | 没有参与决定的人身上 | 外部性指的是什么？
campus-writing | 第五章 | 承认不足不会让报告变差 | 报告里主动写出局限会不会显得不好？
databases | 1.2 | 文字一定用单引号 | SQL 里字符串用单引号还是双引号？
probability-twelve | 第六课 | 平方的平均，减去平均的平方 | 方差有没有更方便的计算公式？
databases | 2.1 | 还没出分 | 用 coalesce 把空成绩当成 0 有什么风险？
data-structures | 2.4 | 搬家发生在元素个数为 | 动态数组扩容为什么选择翻倍？
discrete-math | 7.3 | 只看奇数的话 | 生成密钥时怎么找到很大的素数？
discrete-math | 4.1 | 正好占满 | 有限集合之间单射和满射什么时候等价？
data-structures | 5.3 | 查找像问路 | 在二叉搜索树里怎么找一个数？
c-programming | 3.1 | 指向的却是原件 | 用函数交换两个变量为什么要传指针？
campus-writing | 第三章 | 旧的在前，新的在后 | 怎样让上下句衔接得更顺？
databases | 4.1 | 前者就叫子查询 | 子查询是什么？
campus-writing | 第八章 | 第一稿减去一成 | 修改文章时应该删掉多少？
databases | 7.2 | 按需要选 | 事务的隔离级别有哪些？
data-structures | 2.1 | 门牌从 0 号开始 | 为什么按下标访问数组那么快？
probability-twelve | 第七课 | 各次独立。从 10 个球里 | 什么情况下不能用二项分布？
probability-twelve | 第三课 | 全错的有两种 | 五个人随便拿帽子，全都拿错的概率是多少？
data-structures | 8.1 | 额外空间 稳定 | 选择、插入、冒泡三种排序的性能对比
databases | 4.1 | 不存在一个不满足的 | SQL 怎样查“选了所有课的学生”这种问题？
c-programming | 6.1 | 先攒在内存里的一块缓冲区 | 写文件之后为什么文件里还没有内容？
data-structures | 2.2 | 早晚从后面追上 | 怎么检测链表有没有环？
campus-writing | 第四章 | 他多半会放一放 | 给老师写信没说清楚会怎样？
study-notes | 第五周 | 读题时圈出条件 | 做错题的原因可以分成哪几类？
machine-learning | 2.3 | 及格与否各半 | 逻辑回归的分界点在哪里？
python | 1.3 | 猜到你想写什么 | Python 会不会提示函数名拼错了？
english-reading | 3.2 | 出现第三次再查 | 读英文论文碰到不认识的词要不要马上查词典？
`

/** Questions about passages drawn at random. They were held out at first, but have been used for tuning since. */
const heldOut = `
microeconomics | 3.1 | 叫庇古税 | 什么是庇古税？
data-structures | 6.3 | 目前的前十名 | 从一百万个数里挑出最大的十个，用什么办法比全部排序快？
campus-writing | 第八章 | 放一晚 | 文章刚写完为什么自己看不出毛病？
machine-learning | 1.3 | 先打乱再切 | 划分训练集和测试集之前为什么要把数据打乱？
database-practice | 2.3 | 没填颜色的书 | 用不等于筛选时，没有填的那些行为什么查不出来？
discrete-math | 6.2 | 排考试也是染色 | 安排考试时间和给地图染色有什么关系？
c-programming | 2.1 | 编译器从上往下读 | 函数为什么要先声明再调用？
campus-writing | 第一章 | 忙碌的人只读第一段 | 结论应该写在文章的哪里？
discrete-math | 3.3 | 两两不可比的叫 | 链和反链分别是什么？
discrete-math | 1.2 | 改证逆否命题 | 怎么证明 n 的平方是偶数时 n 也是偶数？
data-structures | 1.2 | 丢掉增长慢的项 | 一个式子里有平方项和一次项，写大O时留哪一个？
campus-writing | 第二章 | 平均快了 12 分钟 | 怎样把含糊的句子写得具体？
linear-algebra | 2.3 | 被压成零的向量 | 秩和零空间的维数加起来等于多少？
c-programming | 3.3 | 数一数 | 怎样数出一个 UTF-8 字符串里有几个汉字？
data-structures | 4.2 | 每个键的格子都要 | 哈希表扩容的时候要做什么，代价大不大？
probability-twelve | 第四课 | 可能性都是 | 连着六个正面和五正一反哪个更容易出现？
discrete-math | 6.3 | 两个以上顶点的树至少有 | 一棵树至少有几片树叶？
discrete-math | 3.1 | 三种画法说的是同一件事 | 关系可以用哪几种方法表示，各有什么长处？
databases | 7.1 | 原样未动 | 事务回滚之后数据会变成什么样？
database-practice | 3.2 | 改了几行 | 抢最后一件商品时怎么知道自己有没有买到？
algorithms-stories | 第六晚 | 每公斤几分 | 按单位重量的价值来装背包会得到最好的结果吗？
probability-twelve | 第二课 | 大约只有 5.9% | 二十三个人里有两个人同一天生日的概率为什么这么大？
python | 3.1 | 后面的往前挪 | 一边循环一边删列表里的元素会出什么错？
data-structures | 2.1 | 来填空位 | 不在乎次序时怎样更快地从数组中间删掉一个元素？
algorithms-stories | 第三晚 | 为什么一定最短 | 走迷宫时一圈一圈写数字为什么能找到最短路？
c-programming | 7.3 | 偶尔才出的错最难查 | 时有时无的错误应该怎么查？
databases | 3.3 | 一行表示「某人选了某课」 | 多对多的联系在数据库里怎么存？
databases | 1.1 | 把三张表接在一起 | 怎样列出所有不及格的选课记录？
data-structures | 8.3 | 第一个恰是最小的 | 对已经有序的数据做快速排序为什么慢？
python | 3.1 | 造一个新列表 | 想去掉列表里所有等于 2 的数，正确的写法是什么？
`

/** A second set like `heldOut`, also used for tuning since. */
const heldOutLater = `
probability-twelve | 第十课 | 大样本能减小起伏 | 调查问的人越多，结果就一定越准吗？
linear-algebra | 2.4 | 取边长为 1 的正方形 | 行列式的绝对值在几何上代表什么？
c-programming | 6.2 | 先看招牌对不对 | 自己设计的二进制文件开头应该放些什么？
study-notes | 第一周 | 不知道自己在哪里、还有多远 | 自学为什么容易半途而废？
databases | 3.2 | 对右表的限制，想保住左表就写在 ON | 左连接时过滤条件该写在 ON 还是 WHERE？
discrete-math | 7.1 | 裁成同样大小的正方形 | 长方形的布剪成尽量大的相同正方形且不剩边角，这是什么问题？
c-programming | 1.1 | 占位符和后面的参数要一个一个对上 | printf 里的 %d 是什么意思？
discrete-math | 6.2 | 三户人家要各接水、电、气 | 什么样的图叫平面图？
discrete-math | 5.2 | 递推式对了而初值错了 | 列递推关系时起始的几项怎么检验？
study-notes | 第二周 | 真正在学的只有一小时多 | 记录几天自己的时间会发现什么？
campus-writing | 第三章 | 一段占了大半页 | 一个段落写多少句合适？
database-practice | 1.2 | 梁渡的电话只存在一处 | 销售表里为什么只放编号而不放书名？
discrete-math | 2.1 | 坐标平面就是 | 笛卡儿积在生活或数据库里有什么例子？
discrete-math | 2.1 | 只要有一次不成立 | 用程序随机验证了很多次算不算证明？
machine-learning | 3.3 | 把正常邮件当垃圾 | 召回率和精确率该优先看哪个？
c-programming | 5.3 | 比较时直接比 | C++ 的 sort 为什么比 qsort 快？
probability-twelve | 第十二课 | 患者太少，健康的人太多 | 检查结果呈阳性，为什么真得病的可能还不到一成？
data-structures | 8.2 | 归并要另外开一块 | 归并排序有什么缺点，适合什么场合？
c-programming | 5.3 | 自动归还是递归进行的 | 用智能指针的长链表释放时会不会出问题？
data-structures | 8.2 | 只看两叠最上面的各一张 | 两个有序的序列怎样合成一个？
study-notes | 第六周 | 判断的办法是只看以后 | 学不下去了，怎么决定要不要放弃？
databases | 2.1 | 就像乘法先于加法 | WHERE 里同时有 AND 和 OR，先算哪一个？
databases | 4.2 | 它凭什么会停 | 递归查询死循环了怎么办？
data-structures | 掷硬币 | 聪明的乘客先坐快车 | 跳表的想法能不能打个比方？
data-structures | 7.3 | 两个桶里各有多少水 | 用 5 升和 3 升的桶量出 4 升水怎么变成图的问题？
data-structures | 2.1 | 按下标读、写 | 数组各种操作的时间复杂度是多少？
c-programming | 1.1 | 链接时找不到函数的实现 | 编译时出现 undefined reference 是什么原因？
study-notes | 第三周 | 一个人的朋友 | 举一个看起来像函数其实不是函数的例子
databases | 7.1 | 三次点击带着同一个编号 | 用户连点几下付款按钮，怎样避免重复扣钱？
database-practice | 3.3 | 对照一张允许的名单 | 让用户选择按哪一列排序时怎么防止 SQL 注入？
`

/** Questions that the sample content does not answer. */
const unanswerable = [
  '红黑树的删除要分几种情况？',
  '光合作用的暗反应发生在哪里？',
  '唐朝的三省六部制是怎样运作的？',
  '怎么配置 Kubernetes 的入口网关？',
  '新冠疫苗的种类有哪些？',
  '量子纠缠是什么？',
  '如何用 React 写一个登录页面？',
  '肖邦的夜曲有多少首？',
  '地球到月球的距离是多少？',
  '雅思口语怎么准备？',
  '细胞的有丝分裂分哪几个时期？',
  '怎么用 Photoshop 抠图？',
  '为什么天空是蓝色的？',
  'Transformer 里的注意力机制是怎么算的？',
  '莎士比亚的四大悲剧是哪几部？',
  '股票的市盈率是什么意思？',
  '怎样办理护照？',
  '量子计算机为什么能破解密码？',
  '卷积神经网络为什么适合处理图像？',
  '元素周期表里第一个元素是什么？',
  '通货膨胀为什么会降低购买力？',
  '人的血型是怎么遗传的？',
  '太阳系最大的行星是哪一个？',
  '区块链是怎样防止篡改的？',
  'DNA 的双螺旋结构是谁发现的？',
  '怎么备考驾照科目二？',
  '大气层分成哪几层？',
]

const moreUnanswerable = [
  '牛顿第二定律的公式是什么？',
  '明朝是哪一年灭亡的？',
  '红烧肉怎么做才不腻？',
  '高考志愿应该怎么填？',
  'Java 的垃圾回收有哪几种算法？',
  '傅里叶变换有什么物理意义？',
  'HTTP 状态码 502 表示什么？',
  '孔子的主要思想是什么？',
  '怎么在 Linux 里查看端口占用？',
  '中国的四大发明是哪些？',
  '怎么用 Git 撤销上一次提交？',
  '正则表达式里怎么匹配邮箱？',
  '英语的虚拟语气怎么用？',
  '怎么训练一个围棋程序？',
  '支持向量机的核函数有什么用？',
  '编译器的词法分析用什么自动机？',
]

/** Further questions without an answer in the content: daily life, other subjects, topics only mentioned. */
const topicsElsewhere = `
番茄炒蛋先放番茄还是先放蛋？
宿舍里的蟑螂怎么消灭？
怎么把视频从手机传到电脑？
冬天手脚冰凉怎么调理？
怎么挑选跑步鞋？
怎么申请助学贷款？
雨天骑车要注意哪些安全问题？
喝咖啡会不会影响睡眠？
怎样给新手机贴膜不起泡？
考研英语作文模板哪里找？
打印店一张纸多少钱？
怎么和导师第一次见面？
毛衣缩水了怎么恢复？
微信群怎么设置免打扰？
机场安检不能带什么？
热力学第二定律的内容是什么？
细菌和病毒有什么区别？
宋朝的科举制度是怎样的？
元素周期律是谁提出的？
什么是通货紧缩？
杜甫的诗有什么风格？
光的折射定律怎么推导？
地球为什么有四季？
心理学里的条件反射是什么？
法语动词怎么变位？
洛必达法则在什么情况下能用？
什么是群的同态？
复变函数的留数怎么计算？
场效应管怎么工作？
汇编语言里 mov 指令怎么用？
AVL 树失衡后怎么旋转？
并查集的路径压缩怎么写？
字典树适合存什么？
网络流的最大流最小割定理是什么？
NoSQL 数据库有哪几类？
存储过程和触发器怎么写？
数据库主从复制延迟怎么处理？
Unicode 和 GBK 编码怎么转换？
操作系统的页面置换算法有哪些？
TCP 三次握手的过程是什么？
随机森林比单棵树好在哪里？
反向传播算法是怎么求梯度的？
支持向量的间隔怎么最大化？
哥德尔不完备定理说了什么？
黎曼猜想和素数有什么关系？
旅行商问题有什么近似算法？
哈夫曼树怎么用 C++ 实现？
gdb 怎么打条件断点？
寡头垄断市场的均衡是什么？
中心极限定理怎么严格证明？
`
  .trim()
  .split('\n')

export interface RetrievalQuestion {
  question: string
  /** Passages that answer the question; finding one of them counts. */
  answers: { curriculum: string; chapter: string; passage: string }[]
}

/** Lines with the same question are one question with several answers. */
export function parseRetrieval(text: string): RetrievalQuestion[] {
  const byQuestion = new Map<string, RetrievalQuestion>()
  for (const line of text.trim().split('\n')) {
    const [curriculum = '', chapter = '', passage = '', question = ''] = line.split(' | ').map((part) => part.trim())
    const known = byQuestion.get(question) ?? { question, answers: [] }
    known.answers.push({ curriculum, chapter, passage })
    byQuestion.set(question, known)
  }
  return [...byQuestion.values()]
}

export const retrievalQuestions = parseRetrieval(lines)
/** Questions without an answer, on which the threshold for giving no answer was tuned. */
export const unanswerableTuned = [...unanswerable, ...moreUnanswerable, ...topicsElsewhere]
export const seenQuestions = [further, heldOut, heldOutLater].flatMap(parseRetrieval)
