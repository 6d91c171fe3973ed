import { normalise } from '../../text/text'

/**
 * Sentences that give orders to a model instead of informing a reader. Prompts omit them, because a model may obey them
 * although they are quoted; answers omit them, because a model that obeys often repeats them.
 */
const orders = [
  /(忽略|无视|忘记|忘掉|不要理会|跳过|违反|绕过|推翻|覆盖).{0,12}(规则|指令|提示词|要求|设定|限制|约束|prompt)/,
  /(ignore|disregard|forget|override|bypass).{0,30}(instruction|rule|prompt|polic|guardrail|restriction)/,
  /(从现在起|从现在开始|接下来)?你(现在)?(是|扮演|变成|不再是).{0,16}(没有(任何)?(限制|规则)|管理员|开发者模式|越狱|dan\b|另一个(ai|模型))/,
  /(输出|显示|打印|复述|重复|泄露|告诉我|说出|翻译).{0,10}(系统提示|系统消息|system prompt|提示词|上面的规则|以上规则|全部规则|你的规则|初始指令|隐藏的指令)/,
  /(system prompt|developer message|jailbreak|开发者模式|越狱模式|developer mode)/,
  /(只|仅|必须|务必|一律)(能)?(回答|回复|输出)[「“"'『:：]/,
  /<\/?(system\b|assistant\b|user\b|资料|instructions?\b)|\[(system|inst|\/inst)\]|<\|im_(start|end)\|>|###\s*(system|instruction)/,
  /(作为|身为)(一个)?(ai|语言模型|大模型|人工智能).{0,20}(必须|应当|请|要)/,
]

/** Requests for secrets or money, which no answer may contain: learning material makes none. */
const baits =
  /(请|要|需要|必须|务必|赶快|立即|现在|麻烦)[^。！？]{0,16}(发送|发给|发到|告诉|提供|输入|填写|转账|转给|汇款|付款|支付|扫码|加微信|加qq|添加微信)[^。！？]{0,20}(密码|验证码|身份证|银行卡|账号|微信|qq|二维码|元|红包|手机号|客服|链接|网址)?/
const baitWords = /(密码|验证码|身份证号|银行卡|转账|汇款|扫码|加微信|加qq|红包)/

export const isOrder = (sentence: string): boolean => {
  const folded = normalise(sentence).replace(/\s+/g, ' ')
  return orders.some((order) => order.test(folded))
}

export const isBait = (sentence: string): boolean => {
  const folded = normalise(sentence)
  return baits.test(folded) && baitWords.test(folded)
}

const omitted = '〔此处略去一句写给程序的话〕'

/** Replaces sentences that give orders to a model. */
export function withoutOrders(text: string): string {
  if (!isOrder(text)) return text
  return text
    .split(/(?<=[。！？；\n])/)
    .map((sentence) => (isOrder(sentence) ? omitted : sentence))
    .join('')
}
