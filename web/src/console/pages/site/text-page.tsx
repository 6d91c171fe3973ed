import type { SiteSection, SiteText } from '@dxx/contract/calls/staff/site-texts'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { toast } from '../../../state/flash'
import { useMedia } from '../../../ui/use-media'
import { callStaff } from '../../api/client'
import { staffQueryClient, useStaffAction, useStaffCall } from '../../api/hooks'
import { useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { Confirm } from '../../kit/confirm'
import { FollowedEditor } from '../../kit/followed-editor'
import { PageHead } from '../../kit/page-head'
import { SaveLine, TextConflict } from '../../kit/save-line'
import { Failure, TableSkeleton } from '../../kit/states'
import { offerUndo } from '../../kit/undo'
import { useLoadedText, useTextSync } from '../../kit/use-text-sync'
import { MarkdownEditorField, type MarkdownEditorHandle } from '../studio/markdown-editor-field'
import { TextFieldsDialog } from './text-fields-dialog'
import { TextHistoryDialog } from './text-history-dialog'
import { SiteTextPreview } from './text-preview'
import { TextStateTag } from './texts'
import { uploadPicture } from './upload-picture'

const openName = 'GET /staff/v1/site_text_open'
const lists = [openName, 'GET /staff/v1/site_text_list', 'GET /staff/v1/banner_list'] as const

interface TextPageProps {
  section: SiteSection
  slug: string
}

/** An article, a help page or a banner's own page: editor, preview, publication and revisions. */
export function TextPage({ section, slug }: TextPageProps) {
  const { data, error, refetch } = useStaffCall(openName, { section, slug })
  if (error && !data) return <Failure error={error} noun="正文" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={44} />
  return <OpenPage text={data} />
}

type Asked = 'fields' | 'history' | 'discard' | 'publish' | null

function OpenPage({ text }: { text: SiteText }) {
  const { section, slug } = text
  const [, go] = useLocation()
  const [asked, setAsked] = useState<Asked>(null)
  // Restoring or discarding replaces the text; a new number opens the editor again with it.
  const [round, setRound] = useState(0)
  const close = () => setAsked(null)
  const changes = [...lists]
  const back = section === 'banners' ? '/site' : `/site/${section}`
  const discard = useStaffAction('POST /staff/v1/site_text_discard', {
    changes,
    onDone: () => {
      close()
      if (text.published) setRound((count) => count + 1)
      else go(back)
      toast('已放弃草稿')
    },
  })
  const revive = useStaffAction('POST /staff/v1/site_text_revive', { changes, onDone: () => toast('已恢复') })
  const remove = useStaffAction('POST /staff/v1/site_text_delete', {
    changes,
    onDone: () => {
      go(back)
      offerUndo(`已删除“${text.title}”`, () => void revive.run({ section, slug }))
    },
  })
  return (
    <>
      <PageHead
        title={section === 'banners' ? `${text.title} 的页面` : text.title}
        state={<TextStateTag state={text.state} />}
        facts={
          <Link href={back} className="tap inline-flex items-center gap-0.5 rounded-item hover:text-ink">
            <ChevronLeft size={14} />
            {section === 'banners' ? '轮播图' : section === 'help' ? `帮助 · ${text.category}` : '文章'}
          </Link>
        }
        actions={
          <>
            {section !== 'banners' && (
              <ConsoleButton size="small" onClick={() => setAsked('fields')}>
                标题和{section === 'help' ? '分类' : '时间'}
              </ConsoleButton>
            )}
            <ConsoleButton size="small" onClick={() => setAsked('history')}>
              版本
            </ConsoleButton>
            {text.changed && (
              <ConsoleButton size="small" onClick={() => setAsked('discard')}>
                放弃草稿…
              </ConsoleButton>
            )}
            {section !== 'banners' && (
              <ConsoleButton size="small" loading={remove.running} onClick={() => void remove.run({ section, slug })}>
                删除
              </ConsoleButton>
            )}
          </>
        }
      />
      <Editor key={round} text={text} isPublishing={asked === 'publish'} onPublish={setAsked} />
      {asked === 'fields' && <TextFieldsDialog text={text} onClose={close} />}
      {asked === 'history' && (
        <TextHistoryDialog text={text} onClose={close} onRestored={() => setRound((count) => count + 1)} />
      )}
      <Confirm
        open={asked === 'discard'}
        onClose={close}
        title="放弃草稿？"
        effect={text.published ? '回到已发布的内容，没有发布的改动就没有了。' : '这一篇还没有发布过，放弃后就没有了。'}
        confirm="放弃 1 份草稿"
        running={discard.running}
        onConfirm={() => void discard.run({ section, slug })}
      />
    </>
  )
}

interface EditorProps {
  text: SiteText
  isPublishing: boolean
  onPublish(asked: Asked): void
}

const loadText = async (section: SiteSection, slug: string) => {
  const { text, hash, updatedAt, updatedBy, isOwn } = await callStaff(openName, { section, slug })
  return { text, hash, updatedAt: updatedAt ?? 0, updatedBy, isOwn }
}

function Editor(props: EditorProps) {
  const { section, slug } = props.text
  const me = useSignedInStaff()
  const loaded = useLoadedText(me.person.id, `site:${section}:${slug}`, () => loadText(section, slug))
  if (loaded.error) return <Failure error={loaded.error} noun="正文" onRetry={loaded.retry} />
  if (!loaded.loaded) return <TableSkeleton height={40} />
  return <OpenEditor {...props} loaded={loaded.loaded} />
}

type Loaded = NonNullable<ReturnType<typeof useLoadedText>['loaded']>

function OpenEditor({ text, isPublishing, onPublish, loaded }: EditorProps & { loaded: Loaded }) {
  const { section, slug } = text
  const isRoomy = useMedia('(min-width: 1200px)')
  const [shown, setShown] = useState<'text' | 'preview'>('text')
  const editor = useRef<MarkdownEditorHandle>(null)
  const [followed] = useState(() => new FollowedEditor())
  const { sync, view } = useTextSync(loaded, {
    load: () => loadText(section, slug),
    save: async (written, base) => {
      const saved = await callStaff('POST /staff/v1/site_text_save', { section, slug, text: written, base })
      void staffQueryClient.invalidateQueries({ queryKey: [openName] })
      return saved
    },
  })
  const publish = useStaffAction('POST /staff/v1/site_text_publish', {
    changes: [...lists],
    onDone: () => {
      onPublish(null)
      toast('已发布')
    },
  })
  const goToLine = (line: number) => {
    // On narrow windows the editor is hidden behind the preview and cannot take the focus.
    flushSync(() => setShown('text'))
    editor.current?.go(line)
  }
  const isPreview = !isRoomy && shown === 'preview'
  const isChanged = text.changed || view.state !== 'saved'
  const confirm = async () => {
    if (await sync.flush()) await publish.run({ section, slug })
    else toast('正文还没有保存，请稍后再发布')
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2.5">
        <SaveLine view={view} />
        <span className="flex-1" />
        {!isRoomy && (
          <ConsoleButton kind="page" size="small" onClick={() => setShown(isPreview ? 'text' : 'preview')}>
            {isPreview ? '回到编辑' : '预览'}
          </ConsoleButton>
        )}
        <ConsoleButton kind="amber" size="small" disabled={!isChanged} onClick={() => onPublish('publish')}>
          发布…
        </ConsoleButton>
      </div>
      <div className="grid min-h-96 flex-1 grid-cols-[minmax(0,1fr)] gap-3.5 wide:grid-cols-2">
        <div className={isPreview ? 'hidden' : 'contents'}>
          <MarkdownEditorField
            ref={editor}
            upload={(file) => uploadPicture(section, slug, file)}
            label={`${text.title} 的正文`}
            value={view.text}
            onChange={(written) => sync.edit(written)}
            onPlace={(place) => followed.move(place)}
            onSave={() => void sync.flush()}
          />
        </div>
        {(isRoomy || isPreview) && (
          <SiteTextPreview
            section={section}
            slug={slug}
            title={text.title}
            text={view.text}
            editor={followed}
            onLine={goToLine}
          />
        )}
      </div>
      <TextConflict sync={sync} view={view} />
      <Confirm
        open={isPublishing}
        onClose={() => onPublish(null)}
        title={`发布“${text.title}”？`}
        effect={publishEffect(text)}
        confirm="发布 1 篇"
        kind="amber"
        running={publish.running}
        onConfirm={() => void confirm()}
      />
    </div>
  )
}

function publishEffect({ fields, section, published }: SiteText): string {
  const isLater = section === 'articles' && fields.publishedAt !== null && fields.publishedAt * 1000 > Date.now()
  const when = isLater ? '学生到定好的时间看得到。' : '学生马上看得到。'
  return `${when}${published ? '原来的内容留在版本里，可以放回来。' : ''}之后的文件导入会保留它。`
}
