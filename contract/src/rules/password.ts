/** Words that common passwords consist of. `isGuessable` checks the characters around them. */
const words = new Set(
  `a aa abc abcd abcde abcdef abcdefg abcdefgh admin administrator aini aiwo akb angel apple asd asdf asdfg asdfgh
  asdfghjkl baby babygirl bailey baobao baobei baseball batman beijing biteme buzhidao butterfly charlie cheese chelsea
  china chocolate christian computer cookie daniel default dearbook diamond dog dragon duoxiangxue dxx eminem family flower
  football forever freedom friend friends ginger google guest guo hanhan hannah haohao happy harley hello hunter
  iloveu iloveyou internet jennifer jessica jesus jiayou jordan joshua justin kaka killer lakers letmein li liu liverpool
  login lovely loveme loveyou love lover manchester master matthew michael mima mimashi mimi mobile monkey mother mustang
  mypassword naruto nicole nihao ninja nothing orange pa pass passw passwd password pepper pokemon princess purple pwd qaz
  qazwsx qazwsxedc qq qwe qweasd qweasdzxc qwer qwert qwerty qwertyu qwertyuiop ranger root samsung secret shadow shanghai
  shuaige snoopy soccer spider spiderman star starwars student study summer sunshine superman taobao taylor teacher test
  tester tigger trustno twitter user wang wangyi wechat weibo weixin welcome whatever winter woaini woaiwojia wobuzhidao
  woshishui wo xiao xiaoming xiaoxiao xiexie xuexi xuesheng yang yankees yuan zaq zaqwsx zhang zhao zhongguo zhou zxc zxcv
  zxcvbn zxcvbnm 一二三四 密码 我爱你 中国`.split(/\s+/),
)

const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv5tgb']
const lookAlikes: Record<string, string> = { '@': 'a', $: 's', '0': 'o', '1': 'i', '3': 'e', '5': 's' }

export const passwordMin = 8

/** Returns why a new password is rejected, or null if it is accepted. `mobile`: the user's number, if known. */
export function passwordProblem(password: string, mobile = ''): string | null {
  const characters = [...password]
  if (characters.length < passwordMin) return `密码至少 ${passwordMin} 个字符`
  if (mobile && (password.includes(mobile) || (/^\d+$/.test(password) && mobile.includes(password))))
    return '密码不能是你的手机号，请换一个'
  if (isGuessable(password.toLowerCase())) return '这个密码太常见，容易被猜到，请换一个'
  return null
}

/** Whether a password is few characters, a keyboard run, a date, a repeated sequence, or a common word with digits. */
function isGuessable(password: string): boolean {
  if (new Set(password).size < 4) return true
  if (isRun(password) || isDate(password) || isRepeated(password)) return true
  const plain = [...password].map((character) => lookAlikes[character] ?? character).join('')
  return [password, plain].some((text) => isWordWithFigures(text))
}

/** Whether each group of four characters is a run on a keyboard row, in either direction: 1234qwer, abcd4321. */
function isRun(text: string): boolean {
  const pieces = text.match(/.{1,4}/gs) ?? []
  return pieces.every((piece) => rows.some((row) => row.includes(piece) || row.includes([...piece].reverse().join(''))))
}

function isDate(text: string): boolean {
  return /^(19|20)\d{2}[-./](0?[1-9]|1[0-2])[-./](0?[1-9]|[12]\d|3[01])$/.test(text)
}

function isRepeated(text: string): boolean {
  return /^(.{1,4})\1+$/s.test(text)
}

/** Matches `password123`, `2024woaini`, `abc!!!520`: one or two known words between digits and punctuation. */
function isWordWithFigures(text: string): boolean {
  const core = text.replace(/^\P{L}+|\P{L}+$/gu, '')
  // Without letters (lucky numbers, dates, phone numbers), a short text is guessable.
  if (core === '') return text.length < 12
  const around = text.length - core.length
  if (around > 6) return false
  if (words.has(core)) return true
  return [...words].some((word) => word.length > 2 && core.startsWith(word) && words.has(core.slice(word.length)))
}
