/**
 * Aliases in the tz database, as the database writes them. The runtime accepts them in any case but
 * lists only the zones themselves (`Intl.supportedValuesOf`). `Etc/GMT+5` and its like follow from the range.
 */
export const TIME_ZONE_ALIASES: readonly string[] = [
  ...Array.from({ length: 13 }, (_, hours) => `Etc/GMT+${hours}`),
  ...Array.from({ length: 15 }, (_, hours) => `Etc/GMT-${hours}`),
  ...namesIn("Africa", "Asmara Timbuktu"),
  ...namesIn(
    "America",
    "Argentina/Buenos_Aires Argentina/Catamarca Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy Argentina/Mendoza Atikokan Atka Ensenada Fort_Wayne Indiana/Indianapolis Kentucky/Louisville Knox_IN Montreal Nipigon Nuuk Pangnirtung Porto_Acre Rainy_River Rosario Santa_Isabel Shiprock Thunder_Bay Virgin Yellowknife",
  ),
  ...namesIn("Antarctica", "South_Pole"),
  ...namesIn(
    "Asia",
    "Ashkhabad Choibalsan Chongqing Chungking Dacca Harbin Ho_Chi_Minh Istanbul Kashgar Kathmandu Kolkata Macao Tel_Aviv Thimbu Ujung_Pandang Ulan_Bator Yangon",
  ),
  ...namesIn("Atlantic", "Faroe Jan_Mayen"),
  ...namesIn(
    "Australia",
    "ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna",
  ),
  ...namesIn("Brazil", "Acre DeNoronha East West"),
  ..."CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu".split(
    " ",
  ),
  ...namesIn("Canada", "Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon"),
  ...namesIn("Chile", "Continental EasterIsland"),
  ...namesIn("Etc", "GMT GMT0 Greenwich UCT UTC Universal Zulu"),
  ...namesIn("Europe", "Belfast Kyiv Nicosia Tiraspol Uzhgorod Zaporozhye"),
  ...namesIn("Mexico", "BajaNorte BajaSur General"),
  ...namesIn("Pacific", "Chuuk Johnston Kanton Pohnpei Samoa Yap"),
  ...namesIn(
    "US",
    "Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific Samoa",
  ),
];

function namesIn(area: string, places: string): string[] {
  return places.split(" ").map((place) => `${area}/${place}`);
}
