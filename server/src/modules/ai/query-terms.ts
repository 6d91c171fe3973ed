import { gramsOf, normalise } from '../../text/text'

/** Question phrases without topic words. Longer alternatives come first, so that no partial match is left over. */
const manners =
  /请?用一?句?话?(说说|解释|介绍)|用.{1,6}的例子|为什么(要|会|说|还是)?|(有|是|用的是)?什么(意思|关系|区别|不同|好处|坏处|问题|用处|用|后果|毛病|影响|特点|样|时候|情况下|方法|办法)?|什么(是|叫)|叫做?什么|为何|怎么(样|办|算|理解|写|说|走|做|来的|判断|检查|处理)?|怎样(才能|算|走|做|写|判断)?|如何|哪(几种|几个|些|个|一|里|种|几)|多少(种|个|次|条)?|几(种|个)|(是|能|可|有|会|知)不(是|能|可以|有|会|知道?)|有没有|应该|请问|告诉我|给我|帮我|讲一?讲|讲解|解释|说明|说说|介绍|一下|举个例子|举例|我?想知道|吗|呢|呀|啊|吧|的时候|时候|的话|可以|需要|到底|究竟|其实|分别|它们?|我们?|你|(的)?(思路|意思|思想|道理|名字)/g
/** Function words; character pairs across them are no words. */
const joints = /[的和与是里把被就谁每从]/g

/** Returns the topic words of a question, separated by spaces. */
export function piecesOf(question: string): string {
  const text = normalise(question)
  const asked = text.replace(manners, ' ').replace(joints, ' ')
  return gramsOf(asked).some(isTelling) ? asked : text
}

/** Grams of the topic words. */
export const termsOf = (question: string): string[] => gramsOf(piecesOf(question)).filter(isTelling)

/** Single characters are too frequent to be useful, except the few that are a topic by themselves. */
const isTelling = (gram: string) => gram.length > 1 || /^[栈堆树图串环根键域秩基核模]$/.test(gram)
