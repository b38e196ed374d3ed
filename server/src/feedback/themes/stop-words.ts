import { foldText } from "../entries/listed-page.ts";

/**
 * Frequent words that don't indicate the subject of a comment, normalized and in the singular. The list contains common
 * English words, words that are common in comments on documentation, and the longer function words of the editor's
 * other languages.
 */
export const stopWords: ReadonlySet<string> = new Set(
  `able about above add after again against ago all almost alone already also although always and another any anyone
anything anyway are aren around ask away back bad because been before being below better between both but came can
cannot come could couldn did didn different does doesn doing don done down each either else enough etc even ever every
everything few find first for found from further gave get getting give given goes going gone good got great had hadn
hard has hasn have haven having hello help helpful hence her here hers him his hope how however idea instead into isn
its itself just keep kind knew know last least less let like little look looking lot made make making many may maybe
mean mention might more most much must need never new next nice nor not nothing now off often old once one only onto
other our ours out over own part per perhaps please possible put question quite rather really same saw say saying seem
seen several shall she should shouldn show since some someone something sometime soon still such sure take than thank
thanks that the their them then there therefore these they thing think this those though through thus time too took
toward tried try trying two under unless until upon use used useful using usually very want was wasn way well went
were weren what whatever when where whether which while who whole whom whose why will with within without won work
worked working would wouldn write wrong yes yet you your yours article doc docs documentation page section site
aber alle als einfach man für gibt habe haben hat hier über auch auf aus bei beim bin bis bitte damit dann das dass
dem den der des die dies diese diesem diesen dieser doch dort durch ein eine einem einen einer ich ihr immer ist kann
kein keine mehr mein mich mit nach nicht noch nur oder ohne schon sehr seite sich sie sind und uns unter vom von war
warum wenn werden wie wir wird wurde zum zur como con cual hace hacer había puede pueden esto están más también cuando
del desde donde ella ellos era esa ese eso esta estan este esto estos fue hasta hay las los mas muy nos para pero por
porque pagina que sera ser sin sobre sobre son sus tambien tiene todo una uno unos aussi aux avec bien été fonctionne
car ces cet cette comme dans des donc elle elles est etait etre fait faut ici ils les leur lui mais meme mes moi mon
nous ont par pas peut plus pour quand quoi sans ses soit sont sur tout tre tres une vos votre vous aqui com dos faz
fazer muito pode são também ela ele eles essa esse isso foi mai mais mas meu minha nao nas nem num numa pela pelo
quando qual sem seu sua tem uma voce
ドキュメント ページ こと 場合 文書 我们 你们 他们 这个 那个 这里 没有 可以 什么 怎么 如何 一个 文档 页面`
    .split(/\s+/)
    .map(foldText),
);
