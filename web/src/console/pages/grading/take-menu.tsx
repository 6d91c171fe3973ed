import ListFilter from 'lucide-react/icons/list-filter'
import type { StaffData } from '../../api/client'
import { ConsoleButton } from '../../kit/button'
import { PopMenu } from '../../kit/menu'
import type { TakeChoice } from './use-room'

interface TakeMenuProps {
  choice: TakeChoice
  classes: StaffData<'GET /staff/v1/grading_question'>['classes']
  onOrder(order: TakeChoice['order']): void
  /** Called with the id of a class, or with an empty text for all classes. */
  onClass(id: string): void
}

/** Chooses the next answers: by submission or similar ones together, of one class or of all classes. */
export function TakeMenu({ choice, classes, onOrder, onClass }: TakeMenuProps) {
  const chosen = classes.find(({ id }) => id === choice.class)
  const isSimilar = choice.order === 'similar'
  const texts = [chosen?.name ?? (choice.class && '一个班'), isSimilar && '相近的在一起'].filter(Boolean)
  return (
    <PopMenu
      heading="接下来批哪些"
      trigger={
        <ConsoleButton kind="page" size="small" icon={<ListFilter size={15} />}>
          {texts.join('，') || '顺序和班级'}
        </ConsoleButton>
      }
      choices={[
        {
          label: '相近的答案挨着，逐份给分',
          checked: isSimilar,
          onChange: (checked: boolean) => onOrder(checked ? 'similar' : 'submitted'),
        },
        ...(classes.length > 1 || choice.class
          ? classes.map(({ id, name, open }) => ({
              label: `只批 ${name}（待批 ${open}）`,
              checked: id === choice.class,
              onChange: (checked: boolean) => onClass(checked ? id : ''),
            }))
          : []),
      ]}
    />
  )
}
