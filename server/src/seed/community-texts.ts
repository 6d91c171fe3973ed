/** Texts of fictional users about the sample content. Days are counted back from now. */

export const readers = [
  '阿澈',
  '南风过境',
  '图书馆三楼',
  '早八的勇士',
  '许半夏',
  '一只刷题喵',
  '江边慢跑',
  '小林不熬夜',
  '木子同学',
  '程一诺',
  '周末去爬山',
  '番茄炒蛋不放糖',
] as const
export type Reader = (typeof readers)[number]

/** The two sample accounts with study data; see seed/sample-accounts.ts. */
export type Learner = 'student' | 'buyer'

interface SampleComment {
  by: Reader | Learner
  stars: number
  text: string
  days: number
  likedBy?: Reader[]
  replies?: { by: Reader | Learner; text: string; to?: Reader | Learner }[]
}

export const comments: Record<string, SampleComment[]> = {
  'course/python': [
    {
      by: '阿澈',
      stars: 5,
      text: '第一次把报错从头读到尾。1.3 那一讲让我明白，最后一行才是重点，以前都是直接关掉重来。',
      days: 3,
      likedBy: ['南风过境', '许半夏', '木子同学', '小林不熬夜', '程一诺'],
      replies: [
        { by: '木子同学', text: '同感，配套的报错速查表我打印出来贴在桌上了。' },
        { by: '阿澈', text: '我也贴了一张，室友以为我在背单词。', to: '木子同学' },
      ],
    },
    {
      by: '早八的勇士',
      stars: 5,
      text: '每讲几分钟，早上刷牙的时间就能看完一段。宿舍记账本写完真的在用，这周奶茶花了 48 块。',
      days: 9,
      likedBy: ['阿澈', '周末去爬山', '番茄炒蛋不放糖'],
    },
    { by: '图书馆三楼', stars: 4, text: '节奏很舒服，字典那讲的例子尤其好。希望函数之后多加一讲专门说类。', days: 16 },
    { by: '小林不熬夜', stars: 5, text: '先猜结果再运行，这个习惯改变了我学编程的方式。', days: 24, likedBy: ['阿澈'] },
    {
      by: 'student',
      stars: 5,
      text: '跟着做到循环这一讲，第一次自己写出了能跑的程序，成就感拉满。',
      days: 6,
      likedBy: ['图书馆三楼', '江边慢跑'],
    },
  ],
  'course/database-practice': [
    {
      by: 'buyer',
      stars: 5,
      text: '从一张“什么都装的表”开始拆，终于明白范式不是背出来的，是被坏数据逼出来的。',
      days: 5,
      likedBy: ['程一诺', '一只刷题喵'],
    },
    {
      by: '程一诺',
      stars: 5,
      text: '注入那一讲看得后背发凉，回去把课设的字符串拼接全改成了参数。',
      days: 12,
      likedBy: ['阿澈', '图书馆三楼', '江边慢跑'],
    },
    { by: '一只刷题喵', stars: 4, text: '空值的脾气讲得很细。索引部分如果能给大一点的数据自己测就更好了。', days: 20 },
    { by: '江边慢跑', stars: 5, text: '二手书店这个例子贯穿始终，学完就能给社团做一个借还系统。', days: 31 },
  ],
  'course/linear-algebra': [
    {
      by: '南风过境',
      stars: 5,
      text: '特征向量就是“只被拉长、不被转动的箭头”，这句话抵我半学期。',
      days: 2,
      likedBy: ['许半夏', '小林不熬夜', '早八的勇士', '木子同学'],
    },
    {
      by: '许半夏',
      stars: 5,
      text: '行列式是面积的倍数，矩阵乘法是先后做两次变换，画出来以后什么都不用背。',
      days: 8,
      likedBy: ['南风过境'],
    },
    { by: '周末去爬山', stars: 4, text: '图很直观，公式一页纸也好用。例题可以再多几道。', days: 18 },
    {
      by: '番茄炒蛋不放糖',
      stars: 5,
      text: '免费的课讲成这样，期末从及格线爬到了八十多。',
      days: 40,
      likedBy: ['阿澈', '程一诺'],
    },
  ],
  'course/machine-learning': [
    {
      by: '木子同学',
      stars: 5,
      text: '手算一步梯度下降再让程序算一千步，比调包踏实多了。房租的数据一看就懂。',
      days: 4,
      likedBy: ['阿澈', '一只刷题喵'],
    },
    { by: '阿澈', stars: 5, text: '“背答案的学生”这个比喻太准了，过拟合我再也忘不掉。', days: 11 },
    {
      by: '江边慢跑',
      stars: 4,
      text: '准确率会骗人那一讲很有用，实验报告终于知道该写什么指标。数学部分要配合线代一起看。',
      days: 22,
      likedBy: ['南风过境'],
    },
  ],
  'course/english-reading': [
    {
      by: '许半夏',
      stars: 5,
      text: '摘要五句话的套路一抓一个准，第一篇英文文献半小时读完了。',
      days: 7,
      likedBy: ['木子同学', '小林不熬夜'],
    },
    { by: '小林不熬夜', stars: 4, text: '“遇到生词先别查”刚开始很难受，坚持一周后真的快了。', days: 15 },
    {
      by: '番茄炒蛋不放糖',
      stars: 5,
      text: 'may 和 suggest 的分寸以前完全没注意过，组会上被老师夸读得细。',
      days: 28,
      likedBy: ['许半夏'],
    },
  ],
  'course/microeconomics': [
    {
      by: '周末去爬山',
      stars: 5,
      text: '学完沉没成本，毫不犹豫地退出了看到一半的烂片。',
      days: 3,
      likedBy: ['番茄炒蛋不放糖', '早八的勇士', '南风过境'],
    },
    {
      by: '番茄炒蛋不放糖',
      stars: 5,
      text: '食堂涨价谁会走、二手市场为什么全是坏车，每一讲都能在校园里找到对应。',
      days: 13,
    },
    { by: '早八的勇士', stars: 4, text: '没有公式也能听懂，适合通识。想继续深入的话还得找本教材。', days: 26 },
  ],
  'textbook/data-structures': [
    {
      by: '图书馆三楼',
      stars: 5,
      text: '书里的代码改一行就能跑，栈那一节我把 5 压进去又弹出来玩了十分钟，居然就这么记住了。',
      days: 1,
      likedBy: ['阿澈', '木子同学', '程一诺', '一只刷题喵', '江边慢跑', '许半夏'],
      replies: [{ by: 'student', text: '括号匹配那节更好玩，可以故意写错看它在哪一步报。' }],
    },
    {
      by: '一只刷题喵',
      stars: 5,
      text: '均摊分析讲“搬家的钱摊到每一次”，终于懂了动态数组为什么是 O(1)。',
      days: 10,
      likedBy: ['图书馆三楼'],
    },
    { by: '程一诺', stars: 5, text: '跳表那篇扩展阅读写得像小故事，掷硬币掷出来的索引，妙。', days: 19 },
    {
      by: '木子同学',
      stars: 4,
      text: '章末测验的编程题有点难，不过解析很清楚。图那一章最好先复习离散数学。',
      days: 33,
    },
  ],
  'textbook/c-programming': [
    {
      by: '江边慢跑',
      stars: 5,
      text: '把指针说成“写着地址的纸条”，一下就通了。抄一份纸条给别人，找到的是同一本书。',
      days: 5,
      likedBy: ['阿澈', '程一诺', '早八的勇士'],
    },
    {
      by: 'buyer',
      stars: 4,
      text: '内存错误排查清单太实用了，昨晚靠它找到一个用完又还了两次的 free。',
      days: 8,
      likedBy: ['江边慢跑'],
    },
    { by: '早八的勇士', stars: 5, text: '未定义行为那篇读完，我再也不敢写 i = i++ 了。', days: 21 },
    { by: '阿澈', stars: 4, text: '从一个字节讲起，慢但是稳。希望文件那章能多一点练习。', days: 37 },
  ],
  'textbook/databases': [
    {
      by: '程一诺',
      stars: 5,
      text: '每条 SQL 都能直接改直接跑，窗口函数那节我试了二十多种写法。',
      days: 6,
      likedBy: ['一只刷题喵', '木子同学'],
    },
    {
      by: '一只刷题喵',
      stars: 5,
      text: '“钱和时间该怎么存”建议所有做课设的人都读一遍，浮点数存钱真的会丢一分。',
      days: 14,
      likedBy: ['程一诺', '江边慢跑', '图书馆三楼'],
    },
    { by: '木子同学', stars: 4, text: '事务隔离级别的例子可以两个窗口对着看，很直观，就是那一章有点厚。', days: 29 },
  ],
  'textbook/discrete-math': [
    {
      by: '许半夏',
      stars: 5,
      text: '鸽巢原理那句“难处在于什么是鸽子，什么是巢”，考试的时候真的救了我。',
      days: 4,
      likedBy: ['南风过境', '图书馆三楼'],
    },
    { by: '南风过境', stars: 5, text: '每个定理都有证明而且看得懂，住满了的旅馆还能住人那篇笑着读完的。', days: 17 },
    {
      by: '图书馆三楼',
      stars: 4,
      text: '归纳法讲得好，RSA 那节如果能多一个手算的小例子就完美了。',
      days: 30,
      likedBy: ['许半夏'],
    },
    { by: '小林不熬夜', stars: 5, text: '逻辑这章写得像侦探小说，量词的顺序换一下意思全变了。', days: 45 },
  ],
  'ebook/algorithms-stories': [
    {
      by: '番茄炒蛋不放糖',
      stars: 5,
      text: '睡前一章，八个晚上刚好看完。分宿舍那章讲稳定匹配，室友都来围观。',
      days: 2,
      likedBy: ['周末去爬山', '小林不熬夜'],
    },
    { by: '小林不熬夜', stars: 5, text: '找零钱为什么贪心会错，用的是食堂的硬币，一看就懂。', days: 12 },
    {
      by: '周末去爬山',
      stars: 5,
      text: '文科生也读得下去，就是意犹未尽，想要第九个晚上。',
      days: 27,
      likedBy: ['番茄炒蛋不放糖', '阿澈'],
    },
  ],
  'ebook/campus-writing': [
    {
      by: 'buyer',
      stars: 5,
      text: '照着第一章改了社团的通知，回复率翻倍。先写要做的事，再写为什么。',
      days: 7,
      likedBy: ['许半夏', '番茄炒蛋不放糖', '周末去爬山'],
    },
    { by: '许半夏', stars: 5, text: '“你知道得太多”这一节说的就是我。论文摘要删掉一半，导师说终于看懂了。', days: 16 },
    { by: '周末去爬山', stars: 4, text: '给老师写邮件那章应该印成新生手册。', days: 35 },
    { by: '早八的勇士', stars: 4, text: '例子都是改写前后对照，看完就会动手。练习少了点。', days: 41 },
  ],
  'ebook/probability-twelve': [
    {
      by: '木子同学',
      stars: 5,
      text: '数一千个人代替背贝叶斯公式，9 比 98 那个结果我先猜了 90%，脸都红了。',
      days: 3,
      likedBy: ['南风过境', '许半夏', '一只刷题喵'],
    },
    {
      by: 'student',
      stars: 5,
      text: '每堂课一个小错觉，读完再看新闻里的百分数都要多想一步。',
      days: 13,
      likedBy: ['木子同学'],
    },
    { by: '一只刷题喵', stars: 4, text: '三道练习的难度递进刚刚好，正态分布那课公式略多。', days: 25 },
  ],
  'ebook/study-notes': [
    {
      by: '早八的勇士',
      stars: 5,
      text: '第一周就让我把目标砍掉一半，反而真的学完了。',
      days: 5,
      likedBy: ['小林不熬夜'],
    },
    {
      by: '南风过境',
      stars: 4,
      text: '讲给别人听才知道自己哪里没懂，现在每周给室友讲十分钟。',
      days: 18,
      likedBy: ['早八的勇士', '周末去爬山'],
    },
    { by: '江边慢跑', stars: 4, text: '薄薄一本，没有鸡汤，全是能马上做的小事。', days: 34 },
  ],
  'ebook/bridges': [
    {
      by: '周末去爬山',
      stars: 5,
      text: '读完第二章，周末爬山路过一座石拱桥，站在下面看了十分钟拱脚，同伴以为我丢了东西。',
      days: 8,
      likedBy: ['江边慢跑', '阿澈'],
    },
    { by: '程一诺', stars: 5, text: '纸折成瓦楞那个实验真的能放十几枚硬币，和室友比了一晚上。', days: 15 },
    { by: '木子同学', stars: 5, text: '没有一个公式，却第一次看懂了为什么钢梁是工字形。', days: 21 },
  ],
  'ebook/shop-accounts': [
    {
      by: '番茄炒蛋不放糖',
      stars: 5,
      text: '社团卖文创，照着第二章算了保本点，写在白板上，最后三天刚好卖过线。',
      days: 5,
      likedBy: ['许半夏', '南风过境'],
    },
    { by: '图书馆三楼', stars: 4, text: '利润和现金是两本账，这句话值回书价。', days: 12 },
    {
      by: '小林不熬夜',
      stars: 5,
      text: '每章最后的小题都能用手机计算器做完，答案在下一章开头，忍不住就读完了。',
      days: 18,
    },
  ],
  'bank/postgraduate-cs': [
    {
      by: '一只刷题喵',
      stars: 5,
      text: '每题都讲清为什么错，组成原理的补码题终于不靠蒙了。',
      days: 4,
      likedBy: ['程一诺', '图书馆三楼'],
    },
    { by: 'student', stars: 4, text: '按章刷完一遍再随机，第二遍错得最多的还是操作系统的死锁。', days: 10 },
    {
      by: '程一诺',
      stars: 5,
      text: '材料题和编程题很少见到这么用心的，网络那组适合考前一周做。',
      days: 23,
      likedBy: ['一只刷题喵'],
    },
  ],
  'bank/college-maths': [
    {
      by: '番茄炒蛋不放糖',
      stars: 5,
      text: '免费、解析细，微积分那组每天十题，期中稳了。',
      days: 6,
      likedBy: ['早八的勇士', '小林不熬夜'],
    },
    { by: '早八的勇士', stars: 4, text: '填空题支持好几种写法很贴心，概率部分希望再加点题。', days: 15 },
    { by: '小林不熬夜', stars: 5, text: '错题本配合着用，七天后再做一遍果然全对。', days: 32 },
  ],
}

interface SampleDiscussion {
  item: string
  chapter: string
  /** Text of the paragraph that the discussion or note refers to; absent for the whole chapter. */
  about?: string
  /** Second of the video that a question refers to, as paragraph id: t36. */
  pid?: string
  by: Reader | Learner
  text: string
  days: number
  likedBy?: Reader[]
  replies?: { by: Reader | Learner; text: string; to?: Reader | Learner }[]
}

export const discussions: SampleDiscussion[] = [
  {
    item: 'textbook/data-structures',
    chapter: 'stack',
    about: '入栈与出栈都只动栈顶',
    by: '木子同学',
    text: '列表满了要搬家的那一次不是 O(n) 吗，为什么还能说入栈是 O(1)？',
    days: 9,
    likedBy: ['图书馆三楼', '许半夏'],
    replies: [
      { by: 'student', text: '单独一次是 O(n)，摊到每一次上就是 O(1)，2.4 节有推导。' },
      { by: '木子同学', text: '看懂了，搬家的钱平时就攒好了。', to: 'student' },
    ],
  },
  {
    item: 'textbook/data-structures',
    chapter: 'stack',
    by: '程一诺',
    text: '浏览器的“后退”是不是也是栈？那“前进”要怎么办，再来一个栈？',
    days: 6,
    likedBy: ['阿澈', '一只刷题喵', '江边慢跑'],
    replies: [{ by: '阿澈', text: '对，两个栈来回倒；一打开新页面，前进那个就清空。' }],
  },
  {
    item: 'textbook/data-structures',
    chapter: 'stack',
    about: '最后放上去的那只',
    by: 'student',
    text: '食堂的餐盘架底下有弹簧，正好是一个看得见的栈，明天去拍张照。',
    days: 3,
    likedBy: ['图书馆三楼', '木子同学'],
  },
  {
    item: 'textbook/data-structures',
    chapter: 'big-o',
    by: '一只刷题喵',
    text: '常数被省略掉，实际写程序的时候真的可以不管吗？',
    days: 20,
    replies: [{ by: '图书馆三楼', text: '数据小的时候常数反而是大头，插入排序就常被拿来处理小段。' }],
  },
  {
    item: 'textbook/c-programming',
    chapter: 'pointers',
    about: '内存是一条长街',
    by: '早八的勇士',
    text: '那指针变量自己住在哪间房？指向指针的指针就是“写着纸条放在哪里的纸条”吧。',
    days: 7,
    likedBy: ['江边慢跑', '阿澈'],
    replies: [{ by: 'buyer', text: '就是这个意思，我画了三张纸条才想明白。' }],
  },
  {
    item: 'textbook/discrete-math',
    chapter: 'pigeonhole',
    by: '南风过境',
    text: '握手那个例子，0 和 n-1 不能同时出现这一步太漂亮了，有没有类似的题？',
    days: 11,
    likedBy: ['许半夏'],
    replies: [{ by: '许半夏', text: '可以想想：任意六个人里，必有三个人互相认识或互相不认识。' }],
  },
  {
    item: 'course/python',
    chapter: 'why-python',
    by: '小林不熬夜',
    text: '完全零基础，大概多久能写出那个记账本？',
    days: 14,
    replies: [{ by: '早八的勇士', text: '我每天一讲，两周多两天，中间有一天在和报错吵架。' }],
  },
  {
    item: 'course/python',
    chapter: 'why-python',
    pid: 't24',
    by: '许半夏',
    text: '缩进就是结构，那空格和制表符混着用会怎样？',
    days: 6,
    likedBy: ['小林不熬夜'],
    replies: [{ by: '图书馆三楼', text: '会报错。编辑器里设成四个空格，就不用再想这件事了。' }],
  },
]

interface SampleNote {
  item: string
  chapter: string
  about?: string
  by: Reader | Learner
  text: string
  days: number
  public?: boolean
  colour?: string
  likedBy?: Reader[]
}

export const notes: SampleNote[] = [
  {
    item: 'textbook/data-structures',
    chapter: 'stack',
    about: '后进去的先出来',
    by: 'student',
    text: 'LIFO：最后进，最先出。撤销、后退、函数调用都是它。',
    days: 4,
    colour: 'amber',
  },
  {
    item: 'textbook/data-structures',
    chapter: 'stack',
    about: '方向选对了，栈才快',
    by: 'student',
    text: '别用 insert(0, x) 当入栈！作业里就是这么超时的。',
    days: 4,
    public: true,
    colour: 'blue',
    likedBy: ['木子同学', '图书馆三楼', '阿澈'],
  },
  {
    item: 'textbook/data-structures',
    chapter: 'big-o',
    by: 'student',
    text: '只看增长最快的那一项，系数丢掉。\n对数 < 线性 < 线性对数 < 平方。',
    days: 12,
  },
  {
    item: 'textbook/data-structures',
    chapter: 'amortised',
    by: 'student',
    text: '均摊不是平均：说的是一串操作合起来，最坏也不过如此。期末必考。',
    days: 8,
    public: true,
    likedBy: ['程一诺'],
  },
  {
    item: 'course/python',
    chapter: 'read-errors',
    by: 'student',
    text: '看报错的顺序：先看最后一行的类型，再往上找自己写的那个文件。',
    days: 10,
  },
  {
    item: 'course/python',
    chapter: 'variables',
    by: 'student',
    text: '变量是贴在数据上的名字，不是盒子。',
    days: 7,
    public: true,
    likedBy: ['小林不熬夜', '木子同学'],
  },
  {
    item: 'ebook/probability-twelve',
    chapter: 'bayes',
    about: '证据一点点积累',
    by: 'student',
    text: '新的赔率 = 原来的赔率 × 证据的力量。比公式好记。',
    days: 5,
    public: true,
    colour: 'green',
    likedBy: ['一只刷题喵', '许半夏'],
  },
  {
    item: 'ebook/probability-twelve',
    chapter: 'coin',
    by: 'student',
    text: '连抛五次正面，下一次还是一半一半。硬币没有记性。',
    days: 15,
  },
  {
    item: 'textbook/c-programming',
    chapter: 'pointers',
    about: '在哪里',
    by: 'buyer',
    text: '& 问“在哪里”，* 问“那里有什么”。',
    days: 9,
    public: true,
    colour: 'amber',
    likedBy: ['江边慢跑', '早八的勇士'],
  },
  {
    item: 'ebook/campus-writing',
    chapter: 'reader',
    about: '谁会读它',
    by: 'buyer',
    text: '动笔前先写三行：谁读、读完做什么、会卡在哪。',
    days: 6,
  },
  {
    item: 'course/database-practice',
    chapter: 'constraints',
    by: 'buyer',
    text: '能让数据库拦住的错，就别指望程序记得检查。',
    days: 4,
    public: true,
    likedBy: ['程一诺'],
  },
  {
    item: 'textbook/data-structures',
    chapter: 'stack',
    by: '图书馆三楼',
    text: '记忆口诀：盘子架、弹匣、后退键。',
    days: 13,
    public: true,
    likedBy: ['木子同学', '一只刷题喵'],
  },
  {
    item: 'textbook/discrete-math',
    chapter: 'proposition',
    by: '许半夏',
    text: '“如果 P 那么 Q”只有 P 真 Q 假时才错。前提不成立时说什么都不算骗人。',
    days: 22,
    public: true,
    likedBy: ['南风过境'],
  },
]

/** Owned items, favourites and history of the two sample accounts; latest last. */
export const libraries: Record<Learner, { owns: string[]; favourites: string[]; browsed: string[] }> = {
  student: {
    owns: [
      'course/python',
      'textbook/data-structures',
      'course/linear-algebra',
      'ebook/probability-twelve',
      'bank/postgraduate-cs',
      'textbook/discrete-math',
    ],
    favourites: [
      'ebook/study-notes',
      'textbook/databases',
      'course/machine-learning',
      'bank/college-maths',
      'ebook/algorithms-stories',
      'textbook/data-structures',
      'course/database-practice',
    ],
    browsed: [
      'course/microeconomics',
      'ebook/campus-writing',
      'bank/college-maths',
      'course/english-reading',
      'textbook/c-programming',
      'ebook/study-notes',
      'course/database-practice',
      'textbook/databases',
      'course/machine-learning',
      'course/python',
      'textbook/data-structures',
    ],
  },
  buyer: {
    owns: ['course/database-practice', 'ebook/campus-writing', 'textbook/c-programming'],
    favourites: ['course/python', 'ebook/campus-writing', 'textbook/databases'],
    browsed: [
      'course/python',
      'textbook/databases',
      'ebook/probability-twelve',
      'ebook/campus-writing',
      'textbook/c-programming',
    ],
  },
}

export const hotWords = ['数据结构', 'Python 入门', '线性代数', '贝叶斯', '指针', 'SQL 查询', '考研', '论文阅读']
