import { hasNewWords, parseFormerWords } from "../../db/search/former-words.js";
import { parseWordSpans } from "../../db/search/words.js";
import { dialect } from "../helpers/engine/database.js";
import {
  createRecordingSaying,
  formatSnippet,
  searchNames,
  searchRecordings,
} from "../helpers/search/search.js";
import { test } from "../helpers/suite.js";

test("letters that Unicode doesn't decompose are found as they are typed", async (t) => {
  const { org } = t.context;
  for (const [text, ...searches] of [
    ["żółć", "zolc", "ŻÓŁĆ"],
    ["Łukasz", "lukasz", "łukasz", "LUK*"],
    ["Sørensen", "sorensen"],
    ["Đorđević", "dordevic"],
    ["Straße", "STRASSE", "strasse", "straẞe"],
    ["Işık", "isik", "ISIK"],
    ["cœur", "coeur", "CŒUR"],
    ["Þór Guðmundsson", '"thor gudmundsson"'],
    ["Ærø", "aero"],
    ["Ħamrun", "hamrun"],
    ["avião", "aviao"],
    ["Nguyễn", "nguyen"],
    ["İstanbul", "istanbul"],
    ["ΑΘΗΝΑ", "αθήνα"],
    ["Ёлкин", "елкин"],
    ["ﬁle", "file"],
  ] as const) {
    await createRecordingSaying(org, text, `before ${text} after`);
    for (const search of searches) t.deepEqual(await searchNames(org, search), [text], search);
  }
});

test("parts of texts without spaces are found", async (t) => {
  const { org } = t.context;
  for (const [text, ...searches] of [
    ["東京タワーの窓", "東京", "タワー", "の窓", "窓", "京タ", "東京タワーの窓", "ﾀﾜｰ"],
    ["东京塔的窗户报价", "窗户", "报价", "塔", "窗户 报价", '"窗户报价"'],
    ["บ้านหน้าต่าง", "หน้าต่าง", "บ้าน"],
    ["창문견적서", "견적", "창문", "견적서", "창문".normalize("NFD")],
    ["ປະຕູເຮືອນ", "ເຮືອນ"],
    ["ទ្វារផ្ទះ", "ផ្ទះ"],
    ["型番A4用紙", "A4", "a4用紙", "型番a4", "用紙"],
    ["ガラスﾄﾞｱ", "ガラス", "ドア"],
  ] as const) {
    await createRecordingSaying(org, text, `x ${text} y`);
    for (const search of searches) t.deepEqual(await searchNames(org, search), [text], search);
  }
  for (const search of ["京東", "窗报", "견창", "タワの", "東窓", "A4型番", "東京 -窓"])
    t.deepEqual(await searchNames(org, search), [], search);
  t.deepEqual(await searchNames(org, '"東京 タワー"'), []);
});

test("snippets mark the characters that were searched", async (t) => {
  const { org } = t.context;
  for (const [text, search, snippet] of [
    ["東京タワーの窓口です", "タワー", "東京[タワー]の窓口です"],
    ["東京タワーの窓口です", "窓", "東京タワーの[窓]口です"],
    ["บ้านหน้าต่างใหม่", "หน้าต่าง", "บ้าน[หน้าต่าง]ใหม่"],
    ["Die Straße in Łódź", "lodz strasse", "Die [Straße] in [Łódź]"],
    ["the 東京A4 paper", "A4 paper", "the 東京[A4] [paper]"],
  ] as const) {
    await createRecordingSaying(org, search, text);
    const { nodes } = await searchRecordings(org, search);
    const found = nodes.flatMap(({ searchMatches }) =>
      searchMatches.filter(({ field }) => field === "transcript"),
    );
    t.true(found.map(formatSnippet).includes(snippet), JSON.stringify(found));
  }
});

const split = (text: string) => parseWordSpans(text).map(({ word }) => word);
const former = (text: string) => parseFormerWords(text, Infinity).map(({ word }) => word);

if (dialect === "sqlite")
  test("the words of a text without new letters are those of before", (t) => {
    const changed: string[] = [];
    for (let code = 0x80; code < 0x3_00_00; code += 1) {
      const text = `a${String.fromCodePoint(code)}e`;
      if (!hasNewWords(text) && split(text).join("|") !== former(text).join("|"))
        changed.push(code.toString(16));
    }
    t.deepEqual(changed, []);
  });
