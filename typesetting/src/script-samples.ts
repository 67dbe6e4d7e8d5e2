/**
 * Characters that a font must have to support a script, and that its specimen shows. Keys are ISO 15924
 * codes, in order of preference.
 */
const samples: Readonly<Record<string, string>> = {
  Latn: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  Cyrl: 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгдежзийклмнопрстуфхцчшщьюя',
  Grek: 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρστυφχψω',
  Arab: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  Hebr: 'אבגדהוזחטיכלמנסעפצקרשת',
  Deva: 'अआइईउकखगघचजतदनपबमयरलवसह',
  Beng: 'অআইউকখগঘচজতদনপবমযরলসহ',
  Guru: 'ਅਕਖਗਘਚਜਤਦਨਪਬਮਯਰਲਵਸਹ',
  Gujr: 'અઆઇઉકખગઘચજતદનપબમયરલવસહ',
  Orya: 'ଅଆକଖଗଘଚଜତଦନପବମରଲସହ',
  Taml: 'அஆஇஉகஙசஞடணதநபமயரலவ',
  Telu: 'అఆఇఉకఖగఘచజతదనపబమయరలవసహ',
  Knda: 'ಅಆಇಉಕಖಗಘಚಜತದನಪಬಮಯರಲವಸಹ',
  Mlym: 'അആഇഉകഖഗഘചജതദനപബമയരലവസഹ',
  Sinh: 'අආඉඋකගචජටතදනපබමයරලවසහ',
  Thai: 'กขคงจฉชซญดตถทนบปผฝพฟมยรลวสหอ',
  Laoo: 'ກຂຄງຈສຊຍດຕຖທນບປຜຝພຟມຢຣລວຫອ',
  Tibt: 'ཀཁགངཅཆཇཉཏཐདནཔཕབམ',
  Mymr: 'ကခဂဃငစဆဇညတထဒနပဖဗမယရလဝသဟ',
  Khmr: 'កខគឃងចឆជញដតថទនបផពមយរលវសហអ',
  Geor: 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
  Armn: 'ԱԲԳԴԵԶԷԸԹԺԻԼաբգդեզէըթժիլ',
  Ethi: 'ሀለሐመሠረሰቀበተኀነአከወዐዘየደገጠጰጸፀፈፐ',
  Hira: 'あいうえおかきくけこさしすせそたちつてとなにぬねの',
  Kana: 'アイウエオカキクケコサシスセソタチツテトナニヌネノ',
  Hang: '가나다라마바사아자차카타파하한글',
  Hani: '一人大中国日月水木火山口手上下',
}

export const sampledScripts: readonly string[] = Object.keys(samples)

export const sampleOf = (script: string): string => samples[script] ?? ''
