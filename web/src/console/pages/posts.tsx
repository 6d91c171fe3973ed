import type { ModeratedPost } from '@dxx/contract/calls/staff/work'
import EyeOff from 'lucide-react/icons/eye-off'
import Flag from 'lucide-react/icons/flag'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useLocation, useSearch } from 'wouter'
import { useStaffList } from '../api/hooks'
import { useUrlState } from '../kit/address'
import type { Column } from '../kit/columns'
import { DataTable } from '../kit/data-table'
import { PersonAvatar } from '../kit/face'
import { FilterSelect } from '../kit/fields'
import { ClearFilters, FilterBar } from '../kit/filter-bar'
import { PageHead } from '../kit/page-head'
import { EmptyList } from '../kit/states'
import { StateTag } from '../kit/tag'
import { timeText } from '../kit/time'
import { PostPane } from './posts/post-pane'

const columns: Column<ModeratedPost>[] = [
  {
    id: 'text',
    title: '内容',
    width: 260,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ text, images }) => (
      <span className="truncate">
        {text}
        {images.length > 0 && ` [${images.length} 张图片]`}
      </span>
    ),
  },
  {
    id: 'state',
    title: '状态',
    width: 100,
    fixed: true,
    card: 'side',
    cell: ({ hidden, reports }) =>
      hidden ? (
        <StateTag tone="grey" icon={<EyeOff size={12} />}>
          已隐藏
        </StateTag>
      ) : reports > 0 ? (
        <StateTag tone="red" icon={<Flag size={12} />}>
          {reports} 人举报
        </StateTag>
      ) : (
        <span className="text-12 text-ink-3">显示中</span>
      ),
  },
  {
    id: 'author',
    title: '作者',
    width: 130,
    card: 'line',
    cell: ({ author }) => (
      <span className="flex min-w-0 items-center gap-2">
        <PersonAvatar id={author.id} name={author.nickname} src={author.avatar} size={22} />
        <span className="truncate text-12 text-ink-2">{author.nickname}</span>
      </span>
    ),
  },
  {
    id: 'kind',
    title: '种类',
    width: 70,
    card: 'line',
    cell: ({ kindName }) => <span className="text-12 text-ink-2">{kindName}</span>,
  },
  {
    id: 'created',
    title: '时间',
    width: 130,
    card: 'line',
    cell: ({ createdAt }) => <span className="text-12 text-ink-2">{timeText(createdAt)}</span>,
  },
  {
    id: 'place',
    title: '位置',
    width: 180,
    cell: ({ place }) => <span className="truncate text-12 text-ink-2">{place}</span>,
  },
]

const kinds = [
  { value: '', label: '全部' },
  { value: 'comment', label: '评价' },
  { value: 'discuss', label: '讨论' },
  { value: 'note', label: '公开笔记' },
  { value: 'reply', label: '回复' },
]
const states = [
  { value: '', label: '显示中' },
  { value: 'hidden', label: '已隐藏' },
]

/** 最近发言: public posts of users, newest first. Staff can hide or restore a post and mute its author. */
export function PostsPage({ id }: { id?: string }) {
  const [, go] = useLocation()
  const search = useSearch()
  const [{ kind, state, author }, setFilters] = useUrlState(['kind', 'state', 'author'])
  const chosenKind = kinds.find(({ value }) => value !== '' && value === kind)
  const list = useStaffList('GET /staff/v1/posts_recent', {
    kind: chosenKind && (kind as ModeratedPost['kind']),
    state: state === 'hidden' ? 'hidden' : 'shown',
    author: author || undefined,
  })
  const withFilters = (path: string) => (search ? `${path}?${search}` : path)
  const opened = list.rows.find((post) => post.id === id)
  const words = [
    chosenKind && `种类“${chosenKind.label}”`,
    state === 'hidden' && '已隐藏的',
    author && (list.rows[0] ? `作者“${list.rows[0].author.nickname}”` : '一位作者'),
  ].filter((text): text is string => Boolean(text))
  const clear = () => setFilters({ kind: '', state: '', author: '' })
  return (
    <>
      <PageHead title="最近发言" facts="评价、讨论、公开笔记和回复，新的在前；隐藏的原因会告诉作者" />
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="posts"
          noun="发言"
          list={list}
          columns={columns}
          rowId={(post) => post.id}
          openId={id}
          onOpen={(post) => go(withFilters(`/posts/${post.id}`), { replace: Boolean(id) })}
          empty={
            <EmptyList
              noun="发言"
              filters={words}
              onClear={clear}
              icon={<MessagesSquare size={24} />}
              title="还没有人发言"
              text="评价、讨论、公开笔记和回复会出现在这里"
            />
          }
          bar={(columnMenu) => (
            <FilterBar tools={columnMenu}>
              <FilterSelect
                label="种类"
                value={chosenKind ? kind : ''}
                onChange={(next) => setFilters({ kind: next })}
                options={kinds}
              />
              <FilterSelect
                label="状态"
                value={state === 'hidden' ? state : ''}
                onChange={(next) => setFilters({ state: next })}
                options={states}
              />
              <ClearFilters count={words.length} onClear={clear} />
            </FilterBar>
          )}
        />
        <PostPane
          open={Boolean(id)}
          post={opened}
          loading={list.isPending}
          onClose={() => go(withFilters('/posts'))}
          onAuthor={(next) => setFilters({ author: next })}
        />
      </div>
    </>
  )
}
