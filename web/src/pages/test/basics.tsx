import CreditCard from 'lucide-react/icons/credit-card'
import Heart from 'lucide-react/icons/heart'
import ScanLine from 'lucide-react/icons/scan-line'
import Settings from 'lucide-react/icons/settings'
import { useState } from 'react'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Cell, CellGroup } from '../../ui/cell'
import { IconButton } from '../../ui/icon-button'
import { NavBar } from '../../ui/nav-bar'
import { Switch } from '../../ui/switch'
import { TabBar } from '../../ui/tab-bar'
import { BooksIcon, HomeIcon, MyIcon, StudyIcon } from '../../ui/tab-icons'
import { TabPanel, Tabs } from '../../ui/tabs'
import { Tag } from '../../ui/tag'
import { TopBar } from '../../ui/top-bar'
import { useDesktop } from '../../ui/use-media'
import { Section, Specimen } from './section'

const tabs = [
  { path: 'pages/index/index', title: '首页', icon: <HomeIcon /> },
  { path: 'pages/books/index', title: '书城', icon: <BooksIcon /> },
  { path: 'pages/study/index', title: '学习', icon: <StudyIcon /> },
  { path: 'pages/my/index', title: '我的', icon: <MyIcon />, unread: 1200 },
]

const subjects = ['推荐', '计算机', '数学', '外语', '经管', '考研', '物理', '医学', '设计'].map((title) => ({
  id: title,
  title,
}))

export function Basics() {
  return (
    <>
      <Buttons />
      <Navigation />
      <Cells />
    </>
  )
}

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Section title="按钮">
      <Specimen name="一屏一个主按钮，46 高">
        <div className="grid gap-3 sm:grid-cols-2">
          <Button>登录</Button>
          <Button kind="amber">立即购买</Button>
          <Button kind="line">免费试看</Button>
          <Button kind="plain">取消</Button>
          <Button kind="danger">注销账号</Button>
          <Button kind="text">忘记密码</Button>
        </div>
      </Specimen>
      <Specimen name="加载、禁用与小号">
        <div className="flex flex-wrap items-center gap-3">
          <Button loading={busy} onClick={() => setBusy(true)}>
            点一下开始提交
          </Button>
          <Button kind="line" disabled={!busy} onClick={() => setBusy(false)}>
            停止
          </Button>
          <Button size="small">关注</Button>
          <Button size="small" kind="line">
            全部解析
          </Button>
          <Button size="small" kind="plain" disabled>
            已领取
          </Button>
        </div>
      </Specimen>
      <Specimen name="图标按钮、角标与标签">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
          <IconButton label="收藏">
            <Heart aria-hidden="true" size={22} />
          </IconButton>
          <Badge count={3}>
            <Settings aria-hidden="true" size={22} />
          </Badge>
          <Badge count={1000}>
            <CreditCard aria-hidden="true" size={22} />
          </Badge>
          <Badge count={1} dot>
            <ScanLine aria-hidden="true" size={22} />
          </Badge>
          <Badge count={999} />
          <Tag>数学</Tag>
          <Tag tone="amber">学生认证 8 折</Tag>
          <Tag tone="green">已完成</Tag>
          <Tag tone="red">已截止</Tag>
          <Tag tone="grey">草稿</Tag>
        </div>
      </Specimen>
    </Section>
  )
}

function Navigation() {
  const [tab, setTab] = useState('pages/index/index')
  const [subject, setSubject] = useState('推荐')
  const desktop = useDesktop()
  return (
    <Section title="导航">
      <div className="overflow-hidden rounded-card">
        <NavBar
          title="一个很长很长的标题会让位给两边的按钮而不是把它们挤走"
          back={() => {}}
          right={
            <span className="pr-3">
              <Tag>AI生成</Tag>
            </span>
          }
        />
        <div className="bg-linear-150 from-[#8a6bff] to-[#5433c9] pb-6">
          <NavBar transparent title="课程详情" back={() => {}} />
        </div>
        {!desktop && <TabBar items={tabs} current={tab} onSelect={setTab} />}
      </div>
      {desktop && (
        <div className="overflow-hidden rounded-card">
          <TopBar
            label="导航示例"
            items={tabs.slice(0, 3)}
            current={tab}
            onSelect={setTab}
            unread={7}
            user={{ nickname: '周同学' }}
          />
        </div>
      )}
      <Specimen name="标签页：左右键、Home、End">
        <Tabs id="subjects" label="学科" items={subjects} value={subject} onChange={setSubject} />
        <TabPanel tabs="subjects" value={subject}>
          <p className="py-3 text-ink-2">{subject}的内容</p>
        </TabPanel>
      </Specimen>
    </Section>
  )
}

function Cells() {
  const [on, setOn] = useState(true)
  return (
    <Section title="单元格">
      <CellGroup>
        <Cell title="学生认证" value={<span className="text-success">已认证</span>} onClick={() => {}} />
        <Cell title="兑换中心" value="输入或扫描兑换码" onClick={() => {}} />
        <Cell title="消息中心" value={<Badge count={3} />} onClick={() => {}} />
        <Cell
          title="移动网络下提醒"
          note="播放视频前先问一声"
          value={<Switch label="移动网络下提醒" checked={on} onChange={setOn} />}
        />
        <Cell icon={<Settings aria-hidden="true" size={20} />} title="设置" onClick={() => {}} />
        <Cell danger title="注销账号" onClick={() => {}} />
      </CellGroup>
    </Section>
  )
}
