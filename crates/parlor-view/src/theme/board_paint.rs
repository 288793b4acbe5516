//! The colors of pages and of the boards that one plays on.

use super::{Color, Palette, Theme};

/// Makes the enum of the paints, each with its name in classes and custom properties and its
/// value in every theme.
macro_rules! board_paints {
    ($($(#[$about:meta])+ $paint:ident => $name:literal: $values:expr,)+) => {
        /// What a shape of a board that one plays on, or of a page, can be painted with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum BoardPaint {
            $($(#[$about])+ $paint,)+
        }

        impl Palette for BoardPaint {
            const ALL: &'static [Self] = &[$(Self::$paint,)+];
            const CLASSES: &'static str = "pb";
            const PROPERTIES: &'static str = "board";
            const HAS_GRADIENTS: bool = true;

            fn name(self) -> &'static str {
                match self {
                    $(Self::$paint => $name,)+
                }
            }

            #[expect(clippy::mistyped_literal_suffixes, reason = "they are channels of colors")]
            fn color(self, theme: Theme) -> Color {
                // In the order of `Theme::ALL`.
                let values: [u32; 4] = match self {
                    $(Self::$paint => $values,)+
                };
                Color::hex(values[theme as usize])
            }
        }
    };
}

board_paints! {
    /// The ground of pages.
    Page => "page": [0xf7_e8_c8, 0x16_14_2a, 0xe9_d3_ae, 0xff_ff_ff],
    /// Cards and sheets.
    Paper => "paper": [0xff_fa_f0, 0x24_21_40, 0xff_f6_e6, 0xff_ff_ff],
    /// Text and lines.
    Ink => "ink": [0x24_1a_26, 0xf7_ec_d8, 0x2b_1a_10, 0x00_00_00],
    /// Text on ink.
    OnInk => "on-ink": [0xff_fa_f0, 0x1a_17_30, 0xff_f6_e6, 0xff_ff_ff],
    /// Notes.
    Quiet => "quiet": [0x5e_4f_5c, 0xb9_b0_c4, 0x61_49_3a, 0x33_33_33],
    /// Borders that separate.
    Line => "line": [0xd9_c5_9c, 0x41_3c_63, 0xcb_ab_7c, 0x4d_4d_4d],
    /// The one first button.
    Sun => "sun": [0xf6_b7_3c, 0xf6_b7_3c, 0xf0_ac_3a, 0x00_00_00],
    /// The side of a button.
    SunSide => "sun-side": [0x24_1a_26, 0x8a_5c_0c, 0x6b_3d_16, 0x00_00_00],
    /// Text on the first button.
    SunInk => "sun-ink": [0x24_1a_26, 0x24_1a_26, 0x2b_1a_10, 0xff_ff_ff],
    /// The halo of what may be moved.
    Glow => "glow": [0xff_cf_4a, 0xff_cf_4a, 0xff_d2_5e, 0xff_d4_00],
    /// A good outcome.
    Good => "good": [0x13_73_4b, 0x62_cf_9d, 0x12_63_3f, 0x00_53_2f],
    /// A bad outcome.
    Bad => "bad": [0xb3_2d_18, 0xff_8f_78, 0x9c_2a_14, 0x8c_1c_08],
    /// The outline of bodies.
    Edge => "edge": [0x24_1a_26, 0x08_07_13, 0x2b_16_08, 0x00_00_00],
    /// The collar of a token.
    Rim => "rim": [0xff_fa_f0, 0xff_f4_de, 0xff_f3_da, 0xff_ff_ff],
    /// Contact shadows.
    Shade => "shade": [0x2a_1a_10, 0x00_00_00, 0x2a_14_04, 0x00_00_00],
    /// A's pieces.
    A => "a": [0xcf_3a_22, 0xe5_57_3b, 0xbb_38_20, 0x8c_1c_08],
    /// A's yard and lane.
    AYard => "a-yard": [0xcc_3a_23, 0x8c_2f_22, 0xb3_43_2c, 0x8c_1c_08],
    /// The rings in A's yard.
    ALift => "a-lift": [0xdd_60_49, 0xa6_48_3a, 0xa0_37_21, 0xb1_4a_37],
    /// The sides of A's tokens.
    ADeep => "a-deep": [0x8d_21_0e, 0x8a_27_16, 0x7a_1f_0d, 0x5e_12_04],
    /// A's ways, and its ready place.
    ASoft => "a-soft": [0xfb_d2_c3, 0x5b_2f_35, 0xf3_c7_ad, 0xed_db_d7],
    /// B's pieces.
    B => "b": [0x1f_5b_b3, 0x4a_8b_e0, 0x22_59_9f, 0x00_3f_8f],
    /// B's yard and lane.
    BYard => "b-yard": [0x24_60_b4, 0x21_50_8f, 0x32_62_8f, 0x00_3f_8f],
    /// The rings in B's yard.
    BLift => "b-lift": [0x4c_82_cb, 0x3a_6a_ab, 0x27_54_7e, 0x3a_6c_ae],
    /// The sides of B's tokens.
    BDeep => "b-deep": [0x12_3b_79, 0x1d_46_80, 0x14_3c_70, 0x00_2a_60],
    /// B's ways, and its ready place.
    BSoft => "b-soft": [0xcf_e0_f7, 0x2c_42_6b, 0xc9_d6_dd, 0xd6_e0_ed],
    /// C's pieces.
    C => "c": [0x13_73_4b, 0x2b_99_6a, 0x1b_6d_46, 0x00_53_2f],
    /// C's yard and lane.
    CYard => "c-yard": [0x17_7a_50, 0x17_60_3f, 0x2f_6f_4c, 0x00_53_2f],
    /// The rings in C's yard.
    CLift => "c-lift": [0x3b_97_6d, 0x2f_7d_5a, 0x24_5f_3f, 0x38_79_5b],
    /// The sides of C's tokens.
    CDeep => "c-deep": [0x09_4a_2e, 0x0f_5a_39, 0x0c_48_2b, 0x00_38_20],
    /// C's ways, and its ready place.
    CSoft => "c-soft": [0xc9_e8_d7, 0x22_50_4a, 0xcb_dc_bd, 0xd6_e3_de],
    /// D's pieces.
    D => "d": [0x7b_3b_9d, 0xab_6c_d1, 0x74_40_8f, 0x5b_1a_80],
    /// D's yard and lane.
    DYard => "d-yard": [0x7d_3f_9e, 0x5d_31_79, 0x70_48_7e, 0x5b_1a_80],
    /// The rings in D's yard.
    DLift => "d-lift": [0x9c_67_b8, 0x77_4c_93, 0x60_39_6e, 0x81_49_a1],
    /// The sides of D's tokens.
    DDeep => "d-deep": [0x50_22_6a, 0x55_2a_70, 0x4a_24_60, 0x3d_11_56],
    /// D's ways, and its ready place.
    DSoft => "d-soft": [0xe6_d3_f0, 0x4a_35_64, 0xdf_ca_d6, 0xe5_da_eb],
    /// Where tokens wait.
    Nest => "nest": [0xff_fa_f0, 0x1b_18_33, 0xf3_dc_b2, 0xff_ff_ff],
    /// An empty place of a token.
    Well => "well": [0xf3_e3_c3, 0x0e_0c_1e, 0xe0_c0_8a, 0xe0_e0_e0],
    /// Between tiles.
    Seam => "seam": [0x24_1a_26, 0x0c_0a_1a, 0x6b_3f_1c, 0x00_00_00],
    /// A space of the ring.
    Tile => "tile": [0xff_fa_f0, 0x3a_36_60, 0xf3_dc_b2, 0xff_ff_ff],
    /// The side of a tile.
    TileSide => "tile-side": [0xe4_d1_a8, 0x26_23_3f, 0xc9_9a_5c, 0xa0_a0_a0],
    /// A board's frame.
    Slab => "slab": [0xff_fa_f0, 0x2c_28_48, 0x8a_52_28, 0xff_ff_ff],
    /// The side of the frame.
    SlabSide => "slab-side": [0x24_1a_26, 0x07_06_0f, 0x4a_28_10, 0x00_00_00],
    /// The line in the frame.
    SlabLine => "slab-line": [0x24_1a_26, 0xc7_9a_4b, 0xb4_7a_44, 0x00_00_00],
    /// A yard that nobody uses.
    Fallow => "fallow": [0xee_dc_b4, 0x25_22_3d, 0xdc_b6_7c, 0xeb_eb_eb],
    /// The rings in such a yard.
    FallowLift => "fallow-lift": [0xe2_cc_9d, 0x2f_2b_4c, 0xcf_a6_69, 0xcc_cc_cc],
    /// What marbles fall into.
    Gutter => "gutter": [0x24_1a_26, 0x08_07_13, 0x3f_22_0d, 0x00_00_00],
    /// The field of wells.
    Field => "field": [0xf4_b9_46, 0x1f_4b_4a, 0xd9_a8_66, 0xe8_e8_e8],
    /// The side of the field.
    FieldSide => "field-side": [0xb9_7f_1d, 0x0a_22_21, 0x8f_5f_2b, 0xa0_a0_a0],
    /// A well, in the light.
    DipLight => "dip-light": [0xe9_a9_3a, 0x1a_3f_3e, 0xcb_98_55, 0xd0_d0_d0],
    /// A well, in the shade.
    DipShade => "dip-shade": [0xd0_90_2a, 0x0d_28_28, 0xb0_7c_3c, 0xb8_b8_b8],
    /// A well's upper edge.
    LipDark => "lip-dark": [0x8e_5c_10, 0x02_0c_0c, 0x6b_41_15, 0x4d_4d_4d],
    /// A well's lower edge.
    LipLight => "lip-light": [0xff_e3_a0, 0x5c_9a_92, 0xf6_d9_a4, 0xff_ff_ff],
    /// White, the light.
    WhiteLight => "white-light": [0xff_ff_ff, 0xff_ff_ff, 0xff_ff_ff, 0xff_ff_ff],
    /// White.
    White => "white": [0xff_fa_f2, 0xf7_ef_e0, 0xfd_f8_ee, 0xff_ff_ff],
    /// White, the shade.
    WhiteShade => "white-shade": [0xde_d3_c6, 0xca_bf_ab, 0xdc_cf_bc, 0xf4_f4_f4],
    /// White, the rim.
    WhiteRim => "white-rim": [0xa3_96_8a, 0x8d_82_70, 0x9f_8f_7c, 0xd0_d0_d0],
    /// The outline of white.
    WhiteLine => "white-line": [0x3d_2f_2a, 0x08_07_13, 0x40_29_1a, 0x00_00_00],
    /// Black, the light.
    BlackLight => "black-light": [0x77_71_7f, 0x56_56_69, 0x77_71_7a, 0x4d_4d_4d],
    /// Black.
    Black => "black": [0x2b_25_31, 0x1a_19_22, 0x2d_26_2c, 0x00_00_00],
    /// Black, the shade.
    BlackShade => "black-shade": [0x14_0f_18, 0x0a_09_0e, 0x16_11_14, 0x00_00_00],
    /// Black, the rim.
    BlackRim => "black-rim": [0x05_03_07, 0x00_00_00, 0x05_03_04, 0x00_00_00],
    /// The outline of black.
    BlackLine => "black-line": [0x0d_09_10, 0x9a_9e_b8, 0x12_0b_0a, 0x00_00_00],
    /// The ring in black.
    BlackRing => "black-ring": [0xf0_e7_d6, 0xd3_d6_e6, 0xf3_e6_cf, 0xff_ff_ff],
    /// Red, the light.
    RedLight => "red-light": [0xff_a0_8a, 0xff_c2_ad, 0xff_9d_83, 0xd0_45_2c],
    /// Red.
    Red => "red": [0xd6_3a_22, 0xe6_58_3e, 0xcd_3a_22, 0x8c_1c_08],
    /// Red, the shade.
    RedShade => "red-shade": [0xa3_24_10, 0xc0_3a_22, 0x9a_25_11, 0x8c_1c_08],
    /// Red, the rim.
    RedRim => "red-rim": [0x64_0f_04, 0x7a_1a_0b, 0x5d_0f_05, 0x5e_12_04],
    /// The outline of red.
    RedLine => "red-line": [0x4d_0c_04, 0xff_9a_80, 0x47_0b_04, 0x00_00_00],
    /// The ribbon in red.
    RedRibbon => "red-ribbon": [0xff_ee_da, 0xff_e9_cf, 0xff_ec_d2, 0xff_ff_ff],
    /// The face of the die.
    Die => "die": [0xff_fa_f0, 0xff_f4_de, 0xff_f3_da, 0xff_ff_ff],
    /// Its light edge.
    DieLight => "die-light": [0xff_ff_ff, 0xff_ff_ff, 0xff_ff_ff, 0xff_ff_ff],
    /// The side of the die.
    DieSide => "die-side": [0xc9_b4_8a, 0xa8_92_6a, 0xb9_8b_52, 0xa0_a0_a0],
    /// The pips.
    Pip => "pip": [0x24_1a_26, 0x1a_17_30, 0x2b_16_08, 0x00_00_00],
    /// The light in the pips.
    PipLight => "pip-light": [0x6a_5c_6b, 0x6a_5c_6b, 0x6f_58_44, 0x4d_4d_4d],
    /// The border of buttons.
    Border => "border": [0x24_1a_26, 0x8a_82_b8, 0x2b_16_08, 0x00_00_00],
    /// Under the row that moves, or has moved.
    Rail => "rail": [0xff_f3_d2, 0x42_62_5c, 0xff_f3_d2, 0xff_ff_ff],
    /// The grain of wood; elsewhere, as the field.
    Grain => "grain": [0xf4_b9_46, 0x1f_4b_4a, 0xb9_85_3f, 0xe8_e8_e8],
}
