import { timing } from '@dxx/contract/rules/constants'
import { type ReactNode, useState } from 'react'
import { notify, toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { PermissionHint } from '../../ui/permission-hint'
import { Sheet } from '../../ui/sheet'
import { SkeletonGrid } from '../../ui/skeleton'
import { SkeletonRows, SkeletonText } from '../../ui/skeleton-shapes'
import { Section, Specimen } from './section'

export function Feedback() {
  return (
    <>
      <Messages />
      <Section title="空与错">
        <div className="grid gap-3 desk:grid-cols-3">
          <Card>
            <Empty>
              <Button kind="line">去选课</Button>
            </Empty>
          </Card>
          <Card>
            <Empty type="error" onRetry={() => toast('正在重新加载')} />
          </Card>
          <Card>
            <Empty type="auth" />
          </Card>
          <Card>
            <Empty text="没有搜索结果，换个词试试" />
          </Card>
          <Card>
            <Empty text="还没有收藏，看到喜欢的点一下爱心">
              <Button kind="line">去看看</Button>
            </Empty>
          </Card>
          <Card>
            <Empty text="还没有考试记录" />
          </Card>
        </div>
      </Section>
      <Section title="骨架">
        <div className="grid gap-3 desk:grid-cols-2">
          <SkeletonRows count={2} />
          <Card>
            <SkeletonText lines={4} />
          </Card>
        </div>
        <SkeletonGrid count={2} />
      </Section>
    </>
  )
}

function Messages() {
  const [sheet, setSheet] = useState(false)
  const [hint, setHint] = useState(false)
  const ask = async () => {
    const answer = await showModal({
      content: '还有 3 题未作答，确定交卷吗？',
      confirmText: '交卷',
      cancelText: '继续作答',
    })
    toast(answer === 'confirm' ? '已交卷' : '继续加油')
  }
  const conflict = () =>
    void showModal({
      title: '账号冲突',
      content: '该微信已绑定账号「小周」',
      confirmText: '切换到该账号',
      showCancel: false,
      showClose: true,
    })
  const tell = () => void showModal({ content: '本场考试已结束，成绩公布后会通知你', showCancel: false })
  return (
    <Section title="提示与弹层">
      <Specimen name={`轻提示 ${timing.toast} ms，通知 ${timing.notify} ms，弹窗 ${timing.modal} ms`}>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Opener onClick={() => toast('收藏成功')}>轻提示</Opener>
          <Opener onClick={() => notify('考试将在 10 分钟后开始')}>通知</Opener>
          <Opener onClick={ask}>确认框</Opener>
          <Opener onClick={tell}>只有确认</Opener>
          <Opener onClick={conflict}>确认与关闭</Opener>
          <Opener onClick={() => setSheet(true)}>底部弹层</Opener>
          <Opener onClick={() => setHint(true)}>权限说明</Opener>
        </div>
      </Specimen>
      <Sheet
        open={sheet}
        onClose={() => setSheet(false)}
        title="答题卡"
        footer={
          <Button block onClick={() => setSheet(false)}>
            交卷
          </Button>
        }
      >
        <div className="grid grid-cols-6 gap-2.5">
          {Array.from({ length: 60 }, (_, index) => index + 1).map((number) => (
            <span
              key={number}
              className="tabular-nums grid h-11 place-items-center rounded-item bg-primary-soft text-primary"
            >
              {number}
            </span>
          ))}
        </div>
      </Sheet>
      <PermissionHint
        kind="camera"
        open={hint}
        reason="用于扫描教材上的二维码，画面只在本机识别，不会上传。"
        onAllow={() => setHint(false)}
        onRefuse={() => setHint(false)}
      />
    </Section>
  )
}

function Opener({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button kind="line" onClick={onClick}>
      {children}
    </Button>
  )
}
