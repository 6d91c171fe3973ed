/** Students of the sample exam that waits for grading; all invented. */
export const writers =
  '陆晚舟 顾清越 沈知远 白若溪 秦小棠 唐一诺 邵子衿 叶南星 杜若飞 江照野 苏念真 温书宁 裴行简 谢怀瑾 林见鹿 萧云起 孟西洲 阮星河 乔安之 尹青岚 黎书意 祝长安 简宁 薛望舒 霍听雨 时雨晴 俞北辰 池小满 骆闻笛 高以南'.split(
    ' ',
  )

const thrashing = [
  '进程太多，每个进程分到的页框少于工作集，页面刚换出又要换入，时间都花在换页上，CPU 利用率反而下降。',
  '抖动就是频繁缺页，系统忙着换页，几乎不干正事。原因是内存不够，页框数小于工作集。',
  '内存里的页不停地被换进换出，磁盘一直很忙，CPU 却在等。',
  '多道程序度太高时，缺页率急剧上升，处理器利用率突然掉下来，这种现象叫颠簸。',
  '程序运行变得很慢，因为虚拟内存用得太多了。',
]
const remedies = [
  '可以挂起一部分进程，或者按工作集给每个进程分配页框，再不行就加内存。',
  '办法是减少同时运行的进程，并用缺页率来调节页框数。',
  '换成更好的页面置换算法就行。',
  '增加物理内存。',
  '可以重启电脑，关掉不用的程序。',
]
const rows = [
  '数组按行存放，按行走的时候地址是连续的。缓存一次调入一整块，后面的元素已经在缓存里，命中率高。',
  '因为空间局部性：访问了 a[i][j]，马上就会访问 a[i][j+1]，它们在同一个缓存块里。',
  '按行遍历的地址挨着，取得快。',
  '内存是一行一行存的，所以按行读不用跳来跳去。',
  '编译器对按行遍历做了优化。',
]
const columns = [
  '按列走时相邻两次访问隔了一整行，几乎每次都要重新调入一块，还没用完又被换出，命中率很低。',
  '而按列每次跨一行，跨度大，缓存用不上。',
  '按列访问还可能每次都缺页。',
  '按列就慢了。',
  '',
]

/** Returns a student's answer to one of the two questions. Some are equal or empty, so that graders see both cases. */
export function writtenAnswer(student: number, question: number): string {
  if (student % 10 === 7) return '不知道'
  if (student === 12 && question === 1) return ''
  const [first, second] = question === 0 ? [thrashing, remedies] : [rows, columns]
  return `${first[student % 5]!}${second[(Math.floor(student / 5) + student) % 5]!}`
}
