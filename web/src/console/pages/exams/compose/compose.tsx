import { lazy, Suspense, useEffect, useState } from 'react'
import { useDesktop, useMedia } from '../../../../ui/use-media'
import { useUrlState } from '../../../kit/address'
import { Dialog } from '../../../kit/dialog'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure, TableSkeleton } from '../../../kit/states'
import { BankPanel } from './bank-panel'
import { BlueprintDialog } from './blueprint-dialog'
import { ConflictDialog } from './conflict-dialog'
import { DraftSummary } from './draft-summary'
import { FigureCard } from './figure-card'
import { focusPaper, focusSettings } from './paper-focus'
import { PaperPanel } from './paper-panel'
import { PublishDialog } from './publish-dialog'
import { SettingsPanel } from './settings-panel'
import { useDraftCheck } from './use-check'
import { DraftContext, type LoadedDraft, useDraftSync, useExamDraft } from './use-draft'
import { WorkBar } from './work-bar'

const PreviewPage = lazy(async () => ({ default: (await import('./preview')).PreviewPage }))
const DraftPrint = lazy(async () => ({ default: (await import('../print/draft-print')).DraftPrint }))

/** 组卷: question bank on the left, paper in the middle, settings and checks on the right; on phones the paper alone. */
export function ComposePage({ id }: { id: string }) {
  const { loaded, error, retry } = useExamDraft(id)
  if (error) return <Failure error={error} noun="草稿" onRetry={retry} />
  if (!loaded) return <TableSkeleton height={56} />
  return <Compose loaded={loaded} />
}

function Compose({ loaded }: { loaded: LoadedDraft }) {
  const open = useDraftSync(loaded)
  const [{ view }, setAddress] = useUrlState(['view'])
  const title = open.view.body.title.trim() || '未命名考试'
  useEffect(() => {
    document.title = `${title} · 组卷 · 多享学管理台`
  }, [title])
  const close = () => setAddress({ view: '' })
  return (
    <DraftContext value={open}>
      {view === 'preview' || view === 'print' ? (
        <Suspense fallback={<TableSkeleton height={56} />}>
          {view === 'preview' ? <PreviewPage onClose={close} /> : <DraftPrint onClose={close} />}
        </Suspense>
      ) : (
        <Desk onView={(next) => setAddress({ view: next })} />
      )}
      <ConflictDialog />
    </DraftContext>
  )
}

function Desk({ onView }: { onView(view: 'preview' | 'print'): void }) {
  const desktop = useDesktop()
  const isRoomy = useMedia('(min-width: 1200px)')
  const [asked, setAsked] = useState<'publish' | 'blueprint' | 'settings' | 'bank' | null>(null)
  const check = useDraftCheck()
  const close = () => setAsked(null)
  useShortcut('p', '预览', () => onView('preview'))
  useShortcut('d', '打印', () => onView('print'))
  useShortcut('f', '发布', () => setAsked('publish'))
  useShortcut('t', '到试卷，↑ ↓ 选题', focusPaper, { enabled: desktop })
  useShortcut('b', '按条件补题', () => setAsked('blueprint'), { enabled: desktop })
  useShortcut('s', '到考试设置，Esc 离开输入框', isRoomy ? focusSettings : () => setAsked('settings'), {
    enabled: desktop,
  })
  return (
    <>
      <WorkBar
        onPreview={() => onView('preview')}
        onPrint={() => onView('print')}
        onPublish={() => setAsked('publish')}
        onSettings={isRoomy ? undefined : () => setAsked('settings')}
      />
      {desktop ? (
        <div className="grid min-h-0 flex-1 grid-cols-[300px_minmax(0,1fr)] gap-3.5 wide:grid-cols-[300px_minmax(0,1fr)_280px] 2xl:grid-cols-[340px_minmax(0,1fr)_304px]">
          <BankPanel />
          <div className="flex min-h-0 min-w-0 flex-col gap-3.5">
            <FigureCard />
            <PaperPanel check={check} onBlueprint={() => setAsked('blueprint')} />
          </div>
          {isRoomy && <SettingsPanel check={check} />}
        </div>
      ) : (
        <>
          <FigureCard />
          <PaperPanel check={check} onBlueprint={() => setAsked('blueprint')} onBank={() => setAsked('bank')} />
          <DraftSummary check={check} onSettings={() => setAsked('settings')} />
        </>
      )}
      {asked === 'bank' && (
        <Dialog side open onClose={close} title="题库">
          <BankPanel plain />
        </Dialog>
      )}
      {asked === 'settings' && (
        <Dialog side open onClose={close} title="考试设置">
          <SettingsPanel check={check} plain />
        </Dialog>
      )}
      {asked === 'blueprint' && <BlueprintDialog onClose={close} />}
      {asked === 'publish' && <PublishDialog onClose={close} />}
    </>
  )
}
