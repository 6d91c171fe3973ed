import { Album } from '../../ui/album'
import { Avatar } from '../../ui/avatar'
import { Banner } from '../../ui/banner'
import { Card } from '../../ui/card'
import { BarChart, LineChart } from '../../ui/charts'
import { Cover } from '../../ui/cover'
import { Image } from '../../ui/image'
import { ListRow } from '../../ui/list-row'
import { Price } from '../../ui/price'
import { Progress } from '../../ui/progress'
import { Ring } from '../../ui/progress-ring'
import { Prose } from '../../ui/prose'
import { Rate } from '../../ui/rate'
import { ReadMore } from '../../ui/read-more'
import { Swiper } from '../../ui/swiper'
import { Tag } from '../../ui/tag'
import { sampleImage } from './sample-image'
import { Section, Specimen } from './section'

const courses = [
  { title: 'Python 程序设计', note: '12 章 · 36 讲', teacher: '林老师', learners: '1.2万', amount: '99,60' },
  { title: '线性代数精讲', note: '8 章 · 40 讲', teacher: '周老师', learners: '8.6千', amount: '0,100' },
  { title: '数据库与 SQL', note: '9 章 · 28 讲', teacher: '陈老师', learners: '5.1千', amount: '45,100' },
  { title: 'C 语言：贴近机器', note: '10 章 · 32 讲', teacher: '何老师', learners: '3.9千', amount: '69,56.52' },
]

const books = ['数据结构与算法', '计算机网络', '操作系统导论', '机器学习入门：从直觉到实现', '概率论', '编译原理']

const week = ['周日', '一', '二', '三', '四', '五', '今天'].map((label, index) => ({
  label,
  value: [18, 34, 0, 52, 40, 28, 46][index] ?? 0,
}))

const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ src: sampleImage(index), alt: `第 ${index + 1} 张` }))

const article = `
<h2>3.1 栈：后进先出</h2>
<p>把一摞盘子放在桌上，<mark>最后放上去的那只，总是最先被拿走</mark>。入栈与出栈的时间复杂度都是 <code>O(1)</code><sup><a href="#/pages/test/test">1</a></sup>。</p>
<ul><li>压入：<code>push</code></li><li>弹出：<code>pop</code><ol><li>先看栈是否为空</li><li>再取出栈顶</li></ol></li></ul>
<blockquote>与栈里已有多少元素无关。</blockquote>
<pre tabindex="0"><code>stack = [1, 2, 3]
stack.append(4)
while stack:
    print(stack.pop(), end=" ")  # 一行很长的注释，用来看看代码块会不会自己横向滚动而不是撑开页面</code></pre>
<table><thead><tr><th>操作</th><th>数组实现</th><th>链表实现</th></tr></thead><tbody><tr><td>压入</td><td>均摊 O(1)</td><td>O(1)</td></tr><tr><td>弹出</td><td>O(1)</td><td>O(1)</td></tr></tbody></table>
<section class="footnotes"><ol><li>用数组实现、容量不够而扩容时，单次会变慢。</li></ol></section>`

export function Content() {
  return (
    <>
      <Covers />
      <Rows />
      <Numbers />
      <Section title="长文">
        <Specimen name="正文样式与展开">
          <ReadMore>
            <Prose html={article} />
          </ReadMore>
        </Specimen>
      </Section>
    </>
  )
}

function Covers() {
  return (
    <Section title="封面与卡片">
      <Swiper label="推荐">
        {['从零读懂算法', '线性代数的直觉', '写得出、跑得通'].map((title) => (
          <Banner key={title} title={title} subtitle="可运行的数字教材 · 边读边练" action="立即学习" />
        ))}
      </Swiper>
      <div className="grid grid-cols-2 gap-3 desk:grid-cols-4 desk:gap-5">
        {courses.map((course) => (
          <div key={course.title} className="overflow-hidden rounded-card bg-card">
            <Cover title={course.title} note={course.note} shape="wide" className="rounded-none" />
            <div className="px-3 py-2.5">
              <p className="line-clamp-1 text-13 text-ink-2">
                {course.teacher} · {course.learners}人学
              </p>
              <Price amount={course.amount} />
            </div>
          </div>
        ))}
      </div>
      <div className="grid grid-cols-3 gap-3 desk:grid-cols-6 desk:gap-5">
        {books.map((title) => (
          <div key={title}>
            <Cover title={title} note="编辑推荐" />
            <p className="mt-2 line-clamp-2 text-13 font-semibold">{title}</p>
            <Price amount="49,71.43" size="small" />
          </div>
        ))}
      </div>
      <Specimen name="图片：加载成功、没有图片、加载失败">
        <div className="grid grid-cols-3 gap-3">
          <Image src={sampleImage(0)} alt="示意图" ratio="4 / 3" className="rounded-item" />
          <Image src={null} alt="没有图片" ratio="4 / 3" className="rounded-item" />
          <Image src="data:image/png;base64,broken" alt="坏图片" ratio="4 / 3" className="rounded-item" />
        </div>
      </Specimen>
      <Specimen name="相册：一张、两张、最多 9 张，点开看大图">
        <div className="grid gap-5 desk:grid-cols-2">
          <Album images={pictures(1)} />
          <Album images={pictures(2)} />
          <Album images={pictures(11)} />
        </div>
      </Specimen>
    </Section>
  )
}

function Rows() {
  return (
    <Section title="列表行">
      <div className="grid gap-2.5 desk:grid-cols-2">
        <ListRow
          media={<Cover small title="数据结构与算法" className="w-13.5 rounded-cover" />}
          title="数据结构与算法"
          aside="数字教材"
          note="第 3 章 栈与队列 · 3 条笔记"
          onClick={() => {}}
        >
          <span className="flex items-center gap-2">
            <Progress value={42} label="数据结构与算法的进度" />
            <span className="tabular-nums text-12 text-ink-3">42%</span>
          </span>
        </ListRow>
        <ListRow
          media={<Cover small title="概率论的十二堂课" className="w-15.5 rounded-cover" />}
          title="概率论的十二堂课"
          note="从抛硬币讲到贝叶斯，附 180 道例题。"
          onClick={() => {}}
        >
          <span className="flex flex-wrap gap-2">
            <Tag>数学</Tag>
            <Tag tone="amber">学生认证 8 折</Tag>
          </span>
        </ListRow>
      </div>
    </Section>
  )
}

function Numbers() {
  return (
    <Section title="数字">
      <div className="rounded-card bg-linear-135 from-[#2b6cff] to-[#1b4fd0] p-4.5 text-white">
        <div className="mb-2.5 flex justify-between">
          <p className="text-12">
            今日学习
            <span className="tabular-nums block text-28 leading-snug font-bold">
              46 <span className="text-14 font-normal">分钟</span>
            </span>
          </p>
          <p className="text-right text-12">
            连续
            <span className="tabular-nums block text-28 leading-snug font-bold">
              12 <span className="text-14 font-normal">天</span>
            </span>
          </p>
        </div>
        <BarChart title="本周学习时长" unit="分钟" data={week} onPrimary />
      </div>
      <div className="grid gap-3 desk:grid-cols-2">
        <Specimen name="柱状图">
          <BarChart title="本周学习时长" unit="分钟" data={week} />
        </Specimen>
        <Specimen name="折线图">
          <LineChart title="近七天正确率" unit="%" data={week} />
        </Specimen>
      </div>
      <Card className="flex flex-wrap items-center gap-5">
        <Ring value={86} label="得分" size={88} />
        <Ring value={0} label="尚未开始" />
        <Ring value={100} label="已完成">
          完成
        </Ring>
        <div className="min-w-40 flex-1 space-y-3">
          <Progress value={18} label="进度一" />
          <Progress value={90} label="进度二" />
          <Progress value={140} label="超出时按满算" />
        </div>
      </Card>
      <Card className="flex flex-wrap items-center gap-5">
        <Rate value={4.9} />
        <Rate value={3.5} size={20} />
        <Rate value={0} />
        <Price amount="99,60" size="large" />
        <Price amount="59.9,100" />
        <Price amount="49,71.43" size="small" />
        <Price amount="99,0" />
        <Avatar name="周同学" size={62} />
        <Avatar name="Lin" />
        <Avatar name="何" src={sampleImage(2)} />
      </Card>
    </Section>
  )
}
